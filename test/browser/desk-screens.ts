/** Every screen of the desk, from its own tables, at an address where there is something. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { clientOf, confirmedOrder, type Json, type RunningServer } from '../running-server.ts'
import { become, settled } from './desk-visit.ts'

const SHELL = join(import.meta.dirname, '../../packages/desk/src/shell')
const FILES = { lender: 'screens.ts', store: 'store-screens.ts' } as const
/** Screens that no row of the list above them leads to. */
const EXAMPLES: Readonly<Record<string, string>> = {
  // A day is closed an hour after its end.
  '/closings/:id': '/closings/2026-01-01',
  // They are chosen, not listed.
  '/figures/:id': '/figures/volume',
  // The balances of a sandbox with a million orders take too long.
  '/ledger/:id': '/ledger/cash',
}
/** At the desk of each kind of person. */
export const sides = ['lender', 'store'] as const
export type Side = (typeof sides)[number]
/** Who sees most of it. */
export const watchers: Readonly<Record<Side, string>> = {
  ...{ lender: 'auditor', store: 'store_owner' },
}

type DeskScreen = {
  /** As the table has it: `/orders/:id`. */
  readonly pattern: string
  /** Behind `/desk`, of something that is there. */
  readonly path: string
}

function patternsOf(side: Side): string[] {
  const text = readFileSync(join(SHELL, FILES[side]), 'utf8')
  const patterns = [...text.matchAll(/\bpath: '([^']+)'/g)].map(([, path = '']) => path)
  assert.ok(patterns.length > 12, `${FILES[side]} names ${patterns.length} screens`)
  return [...patterns, '/me']
}

type Named = { readonly name: string; readonly path: string }

/** What has an address of its own, without `:id`, by its name in the texts. */
export function menuOf(side: Side): Named[] {
  const text = readFileSync(join(SHELL, FILES[side]), 'utf8')
  return [...text.matchAll(/\bname: '(\w+)', path: '([^':]*)'/g)].map(
    ([, name = '', path = '']) => ({
      name,
      path: path.replace(/\/$/, ''),
    }),
  )
}

/** The screens of the person who is signed in on the page, which asks for them in the sandbox. */
export async function screensOn(page: Page, base: string, side: Side): Promise<DeskScreen[]> {
  const known = new Map<string, string>()
  const rowOf = async (list: string): Promise<string | undefined> => {
    if (!known.has(list)) {
      await page.goto(`${base}/desk${list}?mode=sandbox`)
      await settled(page)
      const hrefs = await page
        .locator('[data-row]')
        .evaluateAll((rows) => rows.map((row) => (row as HTMLAnchorElement).pathname))
      const first = hrefs.find((each) => each?.startsWith(`/desk${list}/`))
      if (first !== undefined) known.set(list, first.slice('/desk'.length))
    }
    return known.get(list)
  }
  const screens: DeskScreen[] = []
  for (const pattern of patternsOf(side)) {
    let path: string | undefined = ''
    for (const part of pattern.split('/').slice(1)) {
      path = part.startsWith(':') ? await rowOf(path ?? '') : `${path}/${part}`
      if (path === undefined) break
    }
    path ??= EXAMPLES[pattern]
    assert.ok(path !== undefined, `no row leads to ${pattern}: name one in EXAMPLES`)
    screens.push({ pattern, path: path.replace(/\/$/, '') })
  }
  return screens
}

/** What the demo lacks for every list to have a row: a payout, deliveries, an approval. */
export async function furnish(server: RunningServer, page: Page): Promise<void> {
  const store = clientOf(server)
  const done = async (path: string, body: object) => {
    const { status, body: answer, text } = await store('POST', path, body)
    assert.ok(status < 300, `${path}: ${text}`)
    return answer
  }
  const { id } = await confirmedOrder(store, 90_000)
  await done(`/orders/${id}/captures`, { amount: 90_000 })
  await done('/me/payouts', {})
  const hook = await done('/me/webhooks', { url: `${server.demo.base_url}/demo/notifications` })
  await done(`/me/webhooks/${hook.id}/example`, {})
  const lender = clientOf(server, { key: server.demo.lender_key })
  const asLender = (path: string, body: object) =>
    lender('POST', path, body, { accept: 'application/vnd.svc.sandbox.v1+json' })
  const made = await asLender('/lender/webhooks', {
    url: `${server.demo.base_url}/demo/notifications`,
  })
  const example = await asLender(`/lender/webhooks/${made.body.id}/example`, {})
  assert.equal(example.status, 202, example.text)
  const reason = { code: 'payment_received', note: 'Came in by the bank' }
  const wish = { amount: 60_000, method: 'bank_transfer', reference: 'F-1', reason }
  await become(page, 'collections')
  await sent(page, `/lender/loans/${id}/payments`, wish)
  await creditor(page)
}

/** By the person who is signed in; it waits for a second one. Returns the approval. */
async function sent(page: Page, path: string, body: object): Promise<Json> {
  const { status, text } = await asPerson(page, path, body)
  assert.equal(status, 202, text)
  return JSON.parse(text).approval
}

async function asPerson(page: Page, path: string, body?: object) {
  const headers = {
    ...{ 'x-desk': '1', 'content-type': 'application/json' },
    accept: 'application/vnd.svc.sandbox.v1+json',
  }
  const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
  return page.evaluate(
    async ([to, how]) => {
      const answer = await fetch(to, how)
      return { status: answer.status, text: await answer.text() }
    },
    [path, { headers, ...init }] as const,
  )
}

/** Requested by risk, approved by finance. */
async function creditor(page: Page): Promise<void> {
  const reason = { code: 'legal', note: 'As the register has it' }
  const bank = { name: 'Banco Ejemplo', address: 'Calle Mayor 1', tax_id: 'A12345678', reason }
  await become(page, 'risk')
  const { id, effects_hash } = await sent(page, '/lender/creditors', bank)
  await become(page, 'finance')
  const done = await asPerson(page, `/lender/approvals/${id}/approve`, { effects_hash })
  assert.equal(done.status, 200, done.text)
}
