/** For developers who connect a store: keys, sandbox and sample requests. */
export { Screen as Keys } from './dev/keys.tsx'
export { Screen as Sandbox } from './dev/sandbox.tsx'
export { Screen as Try } from './dev/try.tsx'
