/** Simulates a shop plugin for a running service. */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type Check, expect } from './checks.ts'
import type { Calling, Client, Json } from './client.ts'
import { lateMessages } from './log.ts'
import { type Answering, KO, OK, type Receiver } from './receiver.ts'

type Playing = {
  readonly client: Client
  readonly receiver: Receiver
  readonly brand: string
}

/** Longer than the delay of the first retry: 5 s and a tenth. */
const RETRY_MS = 7_000
const AMOUNT = 40_000
const LOST: Answering = (_message, number) => (number === 1 ? null : OK)
const isFinal = ({ status }: Json): boolean => status !== 'pending'
const isQuestion = ({ status_reason: reason }: Json) => reason === 'confirmation_required'

export function serviceChecks(playing: Playing): Check[] {
  const groups = [creationChecks, resultChecks, namingChecks, overtakingChecks]
  return groups.flatMap((checksOf) => checksOf(playing))
}

const newMid = (): string => `conformance-${randomUUID()}`

function bodyOf({ receiver }: Playing, mid: string, article: Json = {}) {
  const bicycle = { id: 'bicycle', name: 'Bicycle', quantity: 1, price: AMOUNT, ...article }
  return {
    merchant: { notification_url: receiver.url, success_url: '/ok', ko_url: '/ko' },
    order: { id: mid, currency: 'EUR', total_amount: AMOUNT, articles: [bicycle] },
    customer: { id: '1', email: 'ada@example.com', type: 'g', gender: 0 },
  }
}

async function created(playing: Playing, mid: string, calling: Calling = {}): Promise<string> {
  const { client, receiver } = playing
  const reply = await client('POST', '/checkout', { body: bodyOf(playing, mid), ...calling })
  expect(reply.status, 201, `the answer to a checkout (${reply.text.slice(0, 200)})`)
  receiver.log.push({ what: 'created', mid, id: reply.body.id })
  return reply.body.id
}

/** The buyer's part, with the document of a test buyer. */
async function signed({ client }: Playing, id: string, document = '12345678Z'): Promise<void> {
  const path = `/sandbox/checkouts/${id}/complete`
  const reply = await client('POST', path, { body: { document_id: document } })
  expect(reply.status, 200, `the answer to the buyer (${reply.text.slice(0, 200)})`)
}

async function resultOf({ client }: Playing, id: string): Promise<string> {
  const { body } = await client('GET', `/checkout/${id}/status`)
  return `${body?.status} ${body?.status_reason}`.trim()
}

function creationChecks(playing: Playing): Check[] {
  const { client, brand } = playing
  const version = (each: string): Check => ({
    name: `a checkout is created by software for ${each}`,
    async run() {
      const body = bodyOf(playing, newMid())
      const reply = await client('POST', '/checkout', { body, version: each })
      expect(reply.status, 201, 'the status')
      const marker = reply.headers.get(`x-${brand}-media-type`)
      expect(marker, `${brand}.${each}`, 'the version that is answered')
    },
  })
  return [
    ...['v1', 'v3', 'v4'].map(version),
    {
      name: 'a wrong key is refused with 401',
      async run() {
        const { status } = await client('GET', '/orders', { key: 'wrong' })
        expect(status, 401, 'the status')
      },
    },
    {
      name: 'a creation that is repeated with its Idempotency-Key makes one checkout',
      async run() {
        const calling = { body: bodyOf(playing, newMid()), idempotencyKey: randomUUID() }
        const replies = [await client('POST', '/checkout', calling)]
        replies.push(await client('POST', '/checkout', calling))
        const [first, again] = replies.map(({ status, body }) => [status, body?.id])
        expect(again, first, 'the second answer')
      },
    },
    {
      name: 'whole pages, dates of zeros and a quantity of 0 are taken, with a warning',
      async run() {
        const page = { description: '<p>A bicycle</p>'.repeat(1_000), quantity: 0, url: '/bicycle' }
        const base = bodyOf(playing, newMid(), page)
        const customer = { ...base.customer, birthday: '0000-00-00', date_joined: '0000-00-00' }
        const reply = await client('POST', '/checkout', { body: { ...base, customer } })
        expect(reply.status, 201, `the status (${reply.text.slice(0, 200)})`)
        const { body } = await client('GET', `/orders/${reply.body.id}`)
        const names = ['articles.0.description', 'articles.0.quantity', 'customer.birthday']
        const missing = names.filter((each) => !String(body?.warnings).includes(each))
        expect(missing, [], 'fields that the warnings do not name')
      },
    },
  ]
}

type Signing = { readonly document?: string; readonly answering?: Answering }

/** A new order, signed by its buyer. */
async function signedOrder(playing: Playing, { document, answering }: Signing = {}) {
  const mid = newMid()
  if (answering !== undefined) playing.receiver.answer(mid, answering)
  const id = await created(playing, mid)
  await signed(playing, id, document)
  return { mid, id }
}

function resultChecks(playing: Playing): Check[] {
  const { receiver } = playing
  return [
    {
      name: 'paid: the shop is asked, and notified of ok once it has confirmed',
      async run() {
        const { id } = await signedOrder(playing)
        await receiver.awaited(id, isFinal, 'the final message')
        const states = receiver.messages(id).map(({ body }) => body.status)
        expect(states, ['pending', 'ok'], 'the notifications to the shop')
      },
    },
    {
      name: 'a lost answer: retried under the same webhook-id',
      async run() {
        const { id } = await signedOrder(playing, { answering: LOST })
        await receiver.awaited(id, isFinal, 'the final message')
        const questions = receiver.messages(id).filter(({ body }) => isQuestion(body))
        const ids = new Set(questions.map(({ headers }) => headers['webhook-id']))
        expect([questions.length, ids.size], [2, 1], 'questions, and ids of them')
      },
    },
    {
      name: 'an answer of 500: retried',
      async run() {
        const busy: Answering = (_message, number) =>
          number === 1 ? { status: 500, text: 'busy' } : OK
        const { id } = await signedOrder(playing, { answering: busy })
        await receiver.awaited(id, isFinal, 'the final message')
        expect(await resultOf(playing, id), 'ok', 'the result')
      },
    },
    {
      name: 'declined: the shop is notified of ko, and never asked',
      async run() {
        const { id } = await signedOrder(playing, { document: '99999998T' })
        await receiver.awaited(id, isFinal, 'the final message')
        const states = receiver.messages(id).map(({ body }) => body.status)
        expect(states, ['ko'], 'the notifications to the shop')
      },
    },
    {
      name: 'the shop says ko for ever: the order ends, and each message comes once',
      async run() {
        const { id } = await signedOrder(playing, { answering: () => KO })
        await receiver.awaited(id, isFinal, 'the final message')
        await pause(RETRY_MS)
        const states = receiver.messages(id).map(({ body }) => body.status)
        expect(states, ['pending', 'ko'], 'the notifications to the shop')
      },
    },
  ]
}

function namingChecks(playing: Playing): Check[] {
  const { client, receiver } = playing
  return [
    {
      name: 'the shop renames the order: both names lead to it',
      async run() {
        const name = newMid()
        const renaming = () => ({ text: JSON.stringify({ status: 'ok', order_id: name }) })
        const { mid, id } = await signedOrder(playing, { answering: renaming })
        const { body } = await receiver.awaited(id, isFinal, 'the final message')
        expect(body.mid, name, 'the name in the final message')
        for (const each of [mid, name]) {
          const answer = await client('GET', `/orders/${each}`)
          expect(answer.body?.id, id, `the order named ${each}`)
        }
      },
    },
    {
      name: 'a message that is sent again has the id that it had',
      async run() {
        const { id } = await signedOrder(playing)
        const { headers } = await receiver.awaited(id, isFinal, 'the final message')
        const name = headers['webhook-id']
        await client('POST', `/orders/${id}/notifications/${name}/replay`)
        const again = (count: number) => () => receiver.messages(id).length >= count
        await receiver.awaited(id, again(3), 'the message again')
        expect(receiver.messages(id).at(-1)?.headers['webhook-id'], name, 'its id')
      },
    },
  ]
}

/** A newer checkout of an order replaces the previous one (contract §12.1). */
function overtakingChecks(playing: Playing): Check[] {
  const { client, receiver } = playing
  const noneIsLate = (mid: string) => {
    const late = lateMessages(receiver.log.filter((entry) => entry.mid === mid))
    expect(late, [], 'messages about a checkout that a newer one had replaced')
  }
  return [
    {
      name: 'a reload of the pay page: no notification of the checkout that it replaces',
      async run() {
        const mid = newMid()
        for (let reload = 0; reload < 3; reload++) await created(playing, mid)
        const id = await created(playing, mid)
        await signed(playing, id)
        await receiver.awaited(id, isFinal, 'the final message')
        await pause(RETRY_MS)
        noneIsLate(mid)
        expect(await resultOf(playing, id), 'ok', 'the result of the newest')
      },
    },
    {
      name: 'a late ko: its retry is never sent once a newer checkout is there',
      async run() {
        const mid = newMid()
        receiver.answer(mid, ({ body }) =>
          body.status === 'ko' ? { status: 500, text: 'busy' } : OK,
        )
        const older = await created(playing, mid)
        await signed(playing, older, '99999998T')
        const { headers } = await receiver.awaited(older, isFinal, 'the ko')
        const newer = await created(playing, mid)
        await signed(playing, newer)
        await receiver.awaited(newer, isFinal, 'the ok')
        await pause(RETRY_MS)
        noneIsLate(mid)
        const path = `/orders/${older}/notifications/${headers['webhook-id']}/replay`
        const { status, body } = await client('POST', path)
        expect([status, body?.error?.code], [409, 'notification_overtaken'], 'its replay')
        expect(await resultOf(playing, newer), 'ok', 'the result of the newer one')
      },
    },
  ]
}
