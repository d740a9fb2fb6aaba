/** Webhooks, events and requests. */
export { Screen as Delivery } from './dev/delivery.tsx'
export { Screen as Events } from './dev/events.tsx'
export { Screen as OneRequest } from './dev/request.tsx'
export { Screen as Requests } from './dev/requests.tsx'
export { Screen as Webhook } from './dev/webhook.tsx'
export { Screen as Webhooks } from './dev/webhooks.tsx'
