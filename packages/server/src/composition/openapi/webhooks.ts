/** The requests to webhook endpoints of stores, as the `webhooks` of the document (OpenAPI 3.1). */
import { EventAnswer, eventCatalogue, eventTypes, exampleEvent } from '@svc/api'
import { markerName } from '../../platform/http/negotiate.ts'
import type { Components, Json } from './schema.ts'

const EXAMPLE = { id: '65a0c1d4f0e1d2c3b4a5968778695a4b', created: '2026-11-21T05:32:21.123456Z' }

export function webhooksOf(components: Components, brand: string): Record<string, Json> {
  return Object.fromEntries(eventTypes.map((type) => [type, { post: operation(type) }]))

  function operation(type: (typeof eventTypes)[number]): Json {
    const { when, data } = eventCatalogue[type]
    const parts = data.map((part) => components.add(part))
    const properties = {
      type: { const: type },
      data: parts.length === 1 ? parts[0] : { allOf: parts },
    }
    const { example: _mark, ...example } = exampleEvent(type, EXAMPLE)
    return {
      operationId: nameOf(type),
      summary: when,
      tags: ['events'],
      security: [],
      parameters: [
        ...['Id', 'Timestamp', 'Signature'].map((name) => ({
          $ref: `#/components/parameters/Webhook${name}`,
        })),
        {
          name: markerName(brand),
          in: 'header',
          required: true,
          description: 'The version that the endpoint was created with.',
          schema: { type: 'string' },
          example: `${brand}.v1`,
        },
      ],
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: { allOf: [components.add(EventAnswer), { type: 'object', properties }] },
            examples: { main: { value: example } },
          },
        },
      },
      responses: {
        '2XX': { description: 'Received. Later events of the order follow.' },
        '410': { description: 'The endpoint no longer exists; the webhook is disabled.' },
        default: {
          description: 'Any other answer, or none within 15 s: the delivery is retried later.',
        },
      },
    }
  }
}

/** `order.captured` as a name: `orderCaptured`. */
function nameOf(type: string): string {
  return type.replace(/[._]([a-z])/g, (_all, letter: string) => letter.toUpperCase())
}

/** The headers that a receiver verifies (Standard Webhooks). */
export const webhookParameters: Json = {
  WebhookId: header('webhook-id', "The event's id, the same in every attempt.", EXAMPLE.id),
  WebhookTimestamp: header(
    'webhook-timestamp',
    'Unix timestamp of the attempt, in seconds.',
    '1795239141',
  ),
  WebhookSignature: header(
    'webhook-signature',
    'For each active secret, `v1,` and base64, separated by spaces: the HMAC-SHA256 of ' +
      '`{webhook-id}.{webhook-timestamp}.{body}`, keyed with the bytes after `whsec_`.',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
}

function header(name: string, description: string, example: string): Json {
  return { name, in: 'header', required: true, description, schema: { type: 'string' }, example }
}
