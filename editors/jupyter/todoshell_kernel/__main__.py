from ipykernel.kernelapp import IPKernelApp

from .kernel import ShellKernel

IPKernelApp.launch_instance(kernel_class=ShellKernel)
