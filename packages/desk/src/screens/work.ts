/** Collections and search. */
export { Screen as Collections } from './collections/collections.tsx'
export { Screen as Search } from './search/search.tsx'
