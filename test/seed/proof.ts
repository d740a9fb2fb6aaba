/**
 * A row of the description is proven by a test that carries its name. What it asks is asked in JSON
 * and in XML, and both must say the same.
 */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { readXml, type Tree, treeOf } from '../fixtures/read-xml.ts'
import type { Demo } from '../ready-demo.ts'
import {
  type Client,
  type Confirmed,
  clientOf,
  confirmedOrder,
  type Reply,
  type RunningServer,
  startServer,
} from '../running-server.ts'

export type Proof = {
  readonly server: RunningServer
  /** A store's own client in the sandbox; it asks everything in both formats. */
  readonly client: Client
  /** An order that its buyer signed and the store confirmed. */
  confirmed(amount: number, product?: string): Promise<Confirmed>
}

/** Starts a demo for the file, and answers the function that proves a row on it. */
export function proofs(): (
  table: string,
  row: string,
  prove: (proof: Proof) => Promise<void>,
) => void {
  let server: RunningServer
  before(async () => {
    server = await startServer()
  })
  after(() => server.remove())
  return (table, row, prove) => {
    test(`${table}: ${row}`, () => {
      const confirmed = (amount: number, product?: string) =>
        confirmedOrder(clientOf(server), amount, product)
      return prove({ server, client: inBothFormats(server), confirmed })
    })
  }
}

/**
 * Asks in XML first, then the same in JSON; a write carries one key for both, so that it happens
 * once. Answers the JSON.
 */
export function inBothFormats(
  server: { readonly demo: Pick<Demo, 'base_url' | 'private_key'> },
  key?: string,
): Client {
  const ask = clientOf(server, key === undefined ? {} : { key })
  return async (method, path, body, headers = {}) => {
    const once: Record<string, string> =
      method === 'GET' ? {} : { 'idempotency-key': randomUUID(), ...headers }
    const accept = headers.accept ?? 'application/vnd.svc.sandbox.v1+json'
    const asXml = { ...headers, ...once, accept: accept.replaceAll('json', 'xml') }
    const xml = await ask(method, path, body, asXml)
    const json = await ask(method, path, body, { ...headers, ...once, accept })
    sameAnswer(xml, json)
    return json
  }
}

function sameAnswer(xml: Reply, json: Reply): void {
  assert.equal(xml.status, json.status, `${xml.text}\n${json.text}`)
  if (json.text === '') {
    assert.equal(xml.text, '')
    return
  }
  assert.equal(xml.headers.get('content-type'), 'application/xml; charset=utf-8')
  assert.equal(json.headers.get('content-type'), 'application/json; charset=utf-8')
  const { root, tree } = readXml(xml.text)
  const { error, ...beside } = json.body
  const failed = json.status >= 400
  assert.equal(root, failed ? 'error' : 'response')
  const said = treeOf(failed ? { ...error, ...beside } : json.body)
  assert.deepEqual(withoutRequestId(tree), withoutRequestId(said))
}

function withoutRequestId(tree: Tree): Tree {
  if (typeof tree === 'string' || tree === null) return tree
  return tree.filter(([name]) => name !== 'request_id')
}
