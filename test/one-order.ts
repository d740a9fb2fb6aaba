/** What a fresh installation is tried with: from an empty database to an order and an audit. */
import assert from 'node:assert/strict'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { clientOf, confirmedOrder, type Environment, ended } from './running-server.ts'
import { ok, openShop, until } from './shop.ts'

const ENVIRONMENT = {
  ...{ SECRET_KEY: 'a secret key for tests only', DEMO: 'no', PORT: '0', DRAIN_SECONDS: '0' },
  ...{ DATABASE_UNSAFE: 'yes', WEBHOOK_ALLOW: 'loopback' },
}

/** Runs `svc` with these arguments and settings. */
export type RunSvc = (args: readonly string[], environment: Environment) => ChildProcess

/** `database` says where it is; `look` is given the service's address while it runs. */
export async function oneOrder(
  run: RunSvc,
  database: Environment,
  look: (baseUrl: string) => Promise<void> = async () => {},
): Promise<void> {
  const environment = { ...ENVIRONMENT, ...database }
  const done = async (...args: string[]) => {
    const { code, stdout, stderr } = await ended(run(args, environment))
    assert.equal(code, 0, `svc ${args.join(' ')}: ${stderr}`)
    return stdout
  }
  assert.match(await done('migrate'), /^applied 0001-/)
  const shop = await openShop(() => ok)
  const create = ['stores', 'create', '--name', 'X', '--notification-url', shop.url]
  const { private_key } = JSON.parse(await done(...create))
  const service = run(['start'], environment)
  try {
    let said = ''
    service.stderr?.on('data', (chunk) => {
      said += chunk
    })
    const exit = once(service, 'exit')
    const baseUrl = () => /listening on (\S+)/.exec(said)?.[1] ?? ''
    await until(() => baseUrl() !== '' || service.exitCode !== null, 'the service')
    assert.equal(service.exitCode, null, said)
    const base_url = baseUrl()
    const ready = await ended(run(['ready'], { PORT: new URL(base_url).port }))
    assert.equal(ready.code, 0, ready.stderr)
    const client = clientOf({ demo: { base_url, private_key } })
    const { id } = await confirmedOrder(client, 40_000)
    const captured = await client('POST', `/orders/${id}/captures`, { amount: 40_000 })
    assert.equal(captured.status, 200, captured.text)
    // A list with a pattern is looked through by a thread of its own.
    const listed = await client('GET', '/orders?account-email-regex=^ada')
    assert.deepEqual([listed.status, listed.body.paging?.count], [200, 1], listed.text)
    await look(base_url)
    service.kill('SIGTERM')
    assert.deepEqual(await exit, [0, null], said)
  } finally {
    service.kill('SIGKILL')
    shop.close()
  }
  const { findings, checked } = JSON.parse(await done('audit', '--json'))
  assert.deepEqual([findings, checked.orders], [[], 1])
}

/** Pages stand in files of their own, which a bundle has at other places. */
export async function readPages(baseUrl: string): Promise<void> {
  const parts = ['/checkout/page/checkout.js', '/checkout/page/checkout.css']
  for (const path of ['/', ...parts, '/svc.js', '/svc-checkout.js', '/docs', '/desk']) {
    const response = await fetch(baseUrl + path)
    const text = await response.text()
    assert.equal(response.status, 200, path)
    assert.ok(text.length > 500, `${path}: ${text}`)
  }
}
