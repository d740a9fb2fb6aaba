/** What is worked off: who pays late, and who is looked for. */
export { Screen as Collections } from './collections/collections.tsx'
export { Screen as Search } from './search/search.tsx'
