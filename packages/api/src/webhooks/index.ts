/**
 * For anyone who receives notifications and webhooks, and for the service, which signs them. It
 * needs Node's crypto, so it is an entry of its own, `@svc/api/webhooks`, that no browser's bundle
 * gets.
 */
export * from './payloads.ts'
export * from './secrets.ts'
export * from './sign.ts'
export * from './verification-error.ts'
export * from './verify.ts'
