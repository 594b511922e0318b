// Edits or toggles a thousand todos in the way that the documentation of Redux teaches: a reducer that copies what it
// changes, a store with dispatch and getState, and, with 'undoable', the recipe "Implementing Undo History".
//
//   node todos.js edits|toggles COUNT [undoable]
'use strict';

function createStore(reducer, state) {
  let listeners = [];
  return {
    getState: () => state,
    dispatch(action) {
      state = reducer(state, action);
      listeners.forEach((listener) => listener());
      return action;
    },
    subscribe(listener) {
      listeners = [...listeners, listener];
      return () => { listeners = listeners.filter((other) => other !== listener); };
    },
  };
}

function todos(state, action) {
  const change = (changes) => state.map((todo) => (todo.id === action.id ? { ...todo, ...changes(todo) } : todo));
  switch (action.type) {
    case 'todoEdited': return change(() => ({ description: action.description }));
    case 'todoToggled': return change((todo) => ({ isComplete: !todo.isComplete }));
    default: return state;
  }
}

function undoable(reducer) {
  return ({ past, present, future }, action) => {
    const next = reducer(present, action);
    return next === present ? { past, present, future } : { past: [...past, present], present: next, future: [] };
  };
}

const [work, count, recipe] = process.argv.slice(2);
const size = 1000;
const start = Array.from({ length: size }, (_, id) => ({ id, description: `Todo${id}`, isComplete: false }));
const store = recipe === 'undoable'
  ? createStore(undoable(todos), { past: [], present: start, future: [] })
  : createStore(todos, start);
for (let step = 0; step < Number(count); step++) {
  const id = (step * 7919) % size;
  store.dispatch(work === 'edits' ? { type: 'todoEdited', id, description: `Milk${id}` } : { type: 'todoToggled', id });
}
const state = store.getState();
console.log(recipe === 'undoable' ? state.past.length : state.length);
