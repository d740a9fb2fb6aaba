/** The typed client for a store's server: `@svc/api/client`. */
export { allOf, type Client, createClient } from './client.ts'
export { SvcConnectionError, SvcError } from './errors.ts'
export type { ClientSettings } from './settings.ts'
