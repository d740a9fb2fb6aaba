/**
 * For receivers of notifications and webhooks, and for the service, which signs them. It needs
 * Node's crypto, so it is a separate entry, `@svc/api/webhooks`, which is part of no browser
 * bundle.
 */
export * from './payloads.ts'
export * from './secrets.ts'
export * from './sign.ts'
export * from './verification-error.ts'
export * from './verify.ts'
