// The log of actions: who did what to keys, settings, secrets and webhooks, and who was refused.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Database } from '../../packages/server/src/platform/database/database.ts'
import { openDatabase } from '../../packages/server/src/platform/database/open-database.ts'
import { deriveKey } from '../../packages/server/src/tenancy/api-keys/key-format.ts'
import type { AnyRow } from '../fixtures/any-row.ts'
import { clientOf, ended, type Json, ownServer, runProgram } from '../running-server.ts'

const server = ownServer({ TRUSTED_PROXIES: 'loopback' })

/** The database of the server, once it has stopped. */
async function stopped<T>(work: (database: Database) => Promise<T>): Promise<T> {
  assert.equal(await server.stop(), 0)
  const { databaseUrl, folder } = server.place
  const options = { fraction: Math.random, print: () => {} }
  const place = { databaseUrl, folder: join(folder, 'database') }
  const database = await openDatabase({ ...place, ...options })
  return work(database).finally(() => database.close())
}

test('every change has its action, every refusal is counted, and no secret is in it', async () => {
  const client = clientOf(server)
  const agent = `a shop's server ${'x'.repeat(200)}`
  const from = { 'user-agent': agent, 'x-forwarded-for': '203.0.113.9' }
  const secrets: string[] = [server.demo.private_key]
  const send = async (method: string, path: string, body?: unknown): Promise<Json> => {
    const answer = await client(method, path, body, from)
    assert.ok(answer.status < 300, answer.text)
    for (const name of ['key', 'secret']) {
      if (answer.body?.[name] !== undefined) secrets.push(answer.body[name])
    }
    return { ...answer.body, requestId: answer.headers.get('x-request-id') }
  }
  const made = await send('POST', '/me/api-keys', { name: 'Warehouse', kind: 'private' })
  const next = await send('POST', `/me/api-keys/${made.id}/rotate`)
  await send('DELETE', `/me/api-keys/${next.id}`)
  const token = `token-${randomUUID()}`
  secrets.push(token)
  const settings = { total_check: 'strict', notification_auth: 'token', notification_token: token }
  await send('PATCH', '/me', settings)
  await send('PATCH', '/me', { total_check: 'strict' })
  await send('POST', '/me/notification-secret')
  const url = 'https://shop.example/events?key=CANARY'
  const webhook = await send('POST', '/me/webhooks', { url, types: ['order.captured'] })
  await send('PATCH', `/me/webhooks/${webhook.id}`, { name: 'Events', enabled: false })
  await send('POST', `/me/webhooks/${webhook.id}/rotate`)
  await send('DELETE', `/me/webhooks/${webhook.id}`)
  const args = ['keys', 'create', '--store', server.demo.store_id, '--name', 'Rescue']
  const rescue = JSON.parse(
    (await ended(runProgram('cli.ts', { place: server.place, args }))).stdout,
  )
  secrets.push(rescue.key)

  const unknown = deriveKey('private', 'nobody has it', 'test')
  secrets.push(unknown)
  const tries = [unknown, 'CANARY', '', unknown].flatMap((key) => Array(8).fill(key))
  for (const key of tries) {
    const refused = await clientOf(server, { key })('GET', '/orders', undefined, from)
    assert.equal(refused.status, 401)
  }
  const page = clientOf(server, { key: server.demo.public_key })
  assert.equal((await page('GET', '/orders', undefined, from)).status, 403)
  const path = `/checkout/${'0'.repeat(32)}/offers`
  assert.equal((await clientOf(server, { key: 'CANARY' })('GET', path)).status, 401)

  const rows = await stopped((database) =>
    database.query<AnyRow>(
      `SELECT mode, principal_kind, principal_id, principal_name, key_id, request_id, address,
         agent, route, action, object_kind, object_id, store_id, outcome, refusal, changes, count
       FROM actions ORDER BY at, action DESC, id`,
      [],
    ),
  )
  const text = JSON.stringify(rows)
  for (const secret of [...secrets, 'CANARY']) {
    for (const part of [secret, secret.slice(3, 30)]) {
      assert.ok(!text.includes(part), 'in the log of actions')
      assert.ok(part === 'ARY' || !server.log().includes(part), 'in the log')
    }
  }
  const done = rows.filter((row) => row.outcome === 'done' && row.principal_kind === 'store_key')
  assert.deepEqual(
    done.map(({ action, object_id: id }) => [action, id]),
    [
      ['api_key.create', made.id],
      ['api_key.rotate', made.id],
      ['api_key.create', next.id],
      ['api_key.revoke', next.id],
      ['settings.change', server.demo.store_id],
      ['notification_secret.rotate', server.demo.store_id],
      ['webhook.create', webhook.id],
      ['webhook.change', webhook.id],
      ['webhook.rotate', webhook.id],
      ['webhook.delete', webhook.id],
    ],
  )
  for (const row of done) {
    assert.equal(row.store_id, server.demo.store_id)
    assert.equal(row.address, '203.0.113.9')
    assert.equal(row.agent, agent.slice(0, 120))
    assert.equal(row.mode, 'sandbox')
    assert.equal(row.key_id, row.principal_id)
    assert.equal(row.principal_name, 'first private key')
  }
  assert.equal(done[0]?.request_id, made.requestId)
  assert.equal(done[0]?.route, 'POST /me/api-keys')
  assert.deepEqual(done[0]?.changes.name, { old: null, new: 'Warehouse' })
  assert.deepEqual(done[4]?.changes, {
    total_check: { old: 'lenient', new: 'strict' },
    notification_auth: { old: 'signature', new: 'token' },
    notification_token: 'changed',
  })
  assert.deepEqual(done[6]?.changes.url, { old: null, new: 'https://shop.example/events?…' })
  const ofService = rows.filter((row) => row.principal_kind === 'service')
  assert.equal(ofService.filter(({ action }) => action === 'store.create').length, 2)
  assert.equal(ofService.filter(({ action }) => action === 'api_key.create').length, 4)
  const [byOperator] = rows.filter((row) => row.principal_kind === 'cli')
  assert.deepEqual(
    [byOperator?.action, byOperator?.object_id, byOperator?.route],
    ['api_key.create', rescue.kid, 'svc create-key'],
  )

  const denied = rows.filter((row) => row.outcome === 'refused')
  const strange = denied.filter((row) => row.principal_kind === 'stranger')
  assert.equal(strange.length, 11, 'ten of an address, and one that counts the rest')
  assert.equal(
    strange.reduce((sum, row) => sum + row.count, 0),
    tries.length,
  )
  assert.equal(denied.find((row) => row.refusal === 'key_public')?.principal_kind, 'store_key')
  assert.equal(denied.find((row) => row.refusal === 'token_invalid')?.principal_kind, 'buyer')
  const [first] = denied.filter((row) => row.refusal === 'key_invalid')
  assert.equal(first?.principal_name, `${unknown.slice(0, 7)}…`)
  assert.equal(first?.address, '203.0.113.9')
})
