/** The typed client for a store's server: `@svc/api/client`. */
export { allOf, type Client, type ClientSettings, createClient } from './client.ts'
export { SvcConnectionError, SvcError } from './errors.ts'
