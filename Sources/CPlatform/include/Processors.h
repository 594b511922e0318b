#ifndef PROCESSORS_H
#define PROCESSORS_H

// The number of processors on which this thread may run, at least 1. In C because Swift does not import
// the extensions of <sched.h>.
int processors_allowed(void);

#endif
