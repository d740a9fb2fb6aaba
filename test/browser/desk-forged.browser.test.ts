// What other sites can do to somebody who is signed in at the desk: lead them to it, and nothing
// else. One of them is of another site, one of the desk's own host at another port, whose requests
// bring the cookie along.
import assert from 'node:assert/strict'
import { request as askService } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import { freePort } from '../../tools/postgres.ts'
import { createCertificate } from '../fixtures/certificate.ts'
import { clientOf, confirmedOrder, type RunningServer, startServer } from '../running-server.ts'
import { pageSite, type Site, visitors } from './browser.ts'
import { openedAs, settled } from './desk-visit.ts'
import { heldBy } from './held-page.ts'

const { visit } = visitors()
let server: RunningServer
let base: string
let loanId: string
const strangers: Site[] = []
before(async () => {
  server = await startServer()
  base = server.demo.base_url
  const html = () => `<!doctype html><title>Elsewhere</title><p>Elsewhere</p>
    <a href="${base}/desk/orders?mode=sandbox">The desk</a>`
  for (const host of ['stranger.test', '127.0.0.1']) strangers.push(await pageSite(host, html))
  const client = clientOf(server)
  ;({ id: loanId } = await confirmedOrder(client, 20_000))
  const { status } = await client('POST', `/orders/${loanId}/captures`, { amount: 20_000 })
  assert.equal(status, 200)
})
after(async () => {
  for (const each of strangers) each.close()
  await server.remove()
})

/** A page of the stranger, in the browser of somebody who may book payments. */
async function openStranger(stranger: Site): Promise<Page> {
  const { page } = await openedAs(server, visit, 'collections')
  const other = await page.context().newPage()
  await other.goto(stranger.origin)
  return other
}

const payment = {
  ...{ amount: 100, method: 'bank_transfer', reference: 'FORGED' },
  reason: { code: 'payment_received', note: 'Nobody has sent it' },
}
const paths = () => ['/lender/me/sign-out', `/lender/loans/${loanId}/payments`, '/demo/desk/people']
const bodies = [JSON.stringify(payment), '{"role":"admin"}', '']

/** They are signed in as before, as themselves, and nothing was booked. */
async function assertUntouched(context: BrowserContext, what: string): Promise<void> {
  const page = await context.newPage()
  await page.goto(`${base}/desk/loans/${loanId}?mode=sandbox`)
  await settled(page)
  assert.match(await page.locator('.who').innerText(), /collections/, what)
  const accept = 'application/vnd.svc.sandbox.v1+json'
  const read = await page.evaluate(
    async ([path, accept]) => (await fetch(path, { headers: { accept, 'x-desk': '1' } })).text(),
    [`/lender/loans/${loanId}`, accept] as const,
  )
  assert.deepEqual(JSON.parse(read).manual_payments, [], what)
  await page.close()
}

for (const index of [0, 1]) {
  const name = ['of another site', 'of its host at another port'][index]

  test(`a form ${name} changes nothing`, async () => {
    const stranger = strangers[index] ?? assert.fail()
    const page = await openStranger(stranger)
    for (const path of paths()) {
      for (const enctype of ['text/plain', 'application/x-www-form-urlencoded']) {
        const answered = page.waitForResponse((each) => each.url() === base + path)
        await page.evaluate(
          ([action, enctype, text]) => {
            const form = Object.assign(document.createElement('form'), { method: 'POST', action })
            form.enctype = enctype
            const input = document.createElement('input')
            // As a form can write JSON: the `=` between the two stands in a text of it.
            Object.assign(input, { name: `${text.slice(0, -1)},"x":"`, value: '"}' })
            form.append(input)
            document.body.append(form)
            form.submit()
          },
          [base + path, enctype, JSON.stringify(payment)] as const,
        )
        assert.match(String((await answered).status()), /^40[13]$/, `${path} as ${enctype}`)
        await page.waitForURL(base + path)
        await page.goto(stranger.origin)
      }
    }
    await assertUntouched(page.context(), 'forms')
  })

  test(`a script ${name} neither writes nor reads`, async () => {
    const page = await openStranger(strangers[index] ?? assert.fail())
    const outcomes = await page.evaluate(
      async ([base, paths, bodies]) => {
        const done: string[] = []
        const json = 'application/json'
        const inits: RequestInit[] = [
          { headers: { 'content-type': json, 'x-desk': '1' } },
          { headers: { 'content-type': json } },
          { headers: { 'x-desk': '1' } },
          { headers: { 'content-type': 'text/plain' } },
          { mode: 'no-cors', headers: { 'content-type': 'text/plain' } },
          { mode: 'no-cors', keepalive: true },
        ]
        for (const path of paths) {
          for (const body of bodies) {
            for (const init of inits) {
              const sent = { method: 'POST', credentials: 'include', body, ...init } as const
              const answer = await fetch(base + path, sent).catch(() => undefined)
              done.push(answer?.type ?? 'refused')
            }
            navigator.sendBeacon(base + path, new Blob([body], { type: 'text/plain' }))
          }
          for (const method of ['PUT', 'PATCH', 'DELETE']) {
            const sent = { method, credentials: 'include' } as const
            done.push((await fetch(base + path, sent).catch(() => undefined))?.type ?? 'refused')
          }
        }
        return done
      },
      [base, paths(), bodies] as const,
    )
    assert.deepEqual([...new Set(outcomes)].sort(), ['opaque', 'refused'])
    const read = await page.evaluate(
      async ([base, loanId]) => {
        const seen: string[] = []
        const path = `${base}/lender/loans/${loanId}`
        const plain = { credentials: 'include' } as const
        const text = (init: RequestInit) =>
          fetch(path, { ...plain, ...init }).then((answer) => answer.text())
        for (const init of [{}, { headers: { 'x-desk': '1' } }, { mode: 'no-cors' }] as const) {
          seen.push(await text(init).catch(() => ''))
        }
        const outcomeOf = (target: EventTarget, good: string) =>
          new Promise<string>((resolve) => {
            target.addEventListener(good, () => resolve(good))
            target.addEventListener('error', () => resolve(''))
          })
        const load = (element: HTMLScriptElement | HTMLImageElement, source: string) => {
          const loaded = outcomeOf(element, 'load')
          element.src = source
          document.body.append(element)
          return loaded
        }
        seen.push(await load(document.createElement('img'), path))
        seen.push(await load(document.createElement('script'), `${base}/lender/me`))
        const stream = `${base}/lender/events/stream`
        const source = new EventSource(stream, { withCredentials: true })
        seen.push(await outcomeOf(source, 'open'))
        source.close()
        for (const path of ['/desk', '/lender/me', '/lender/events/stream']) {
          seen.push(await outcomeOf(new WebSocket(base.replace('http', 'ws') + path), 'open'))
        }
        return seen
      },
      [base, loanId] as const,
    )
    assert.deepEqual(new Set(read), new Set(['']))
    await assertUntouched(page.context(), 'scripts')
  })

  test(`a page ${name} holds no page of the desk, nor a hand on its window`, async () => {
    const page = await openStranger(strangers[index] ?? assert.fail())
    for (const path of ['', '/orders', `/loans/${loanId}`, '/sign-in', '/start#token']) {
      const isHeld = (await heldBy(page, `${base}/desk${path}`)) !== undefined
      assert.equal(isHeld, false, path)
    }
    const popup = page.context().waitForEvent('page')
    await page.evaluate((address) => {
      Object.assign(globalThis, { opened: open(address) })
    }, `${base}/desk/loans/${loanId}?mode=sandbox`)
    const opened = await popup
    await settled(opened)
    // The two know nothing of each other (COOP): it looks closed, and has no opener.
    await page.waitForFunction(() => Reflect.get(globalThis, 'opened').closed === true)
    assert.equal(await opened.evaluate(() => opener), null)
    await assertUntouched(page.context(), 'frames')
  })

  test(`a link on a page ${name} opens the screen signed in`, async () => {
    const page = await openStranger(strangers[index] ?? assert.fail())
    await page.getByRole('link', { name: 'The desk' }).click()
    await page.waitForURL(`${base}/desk/orders?mode=sandbox`)
    await page.locator('[data-row]').first().waitFor()
  })
}

test('the cookie is of this host alone, of no other site, and no script reads it', async () => {
  const { page } = await openedAs(server, visit, 'support')
  const cookies = await page.context().cookies()
  assert.deepEqual(
    cookies.map(({ value, ...attributes }) => attributes),
    [
      {
        ...{ name: 'desk', domain: '127.0.0.1', path: '/', expires: -1 },
        ...{ httpOnly: true, secure: false, sameSite: 'Strict' },
      },
    ],
  )
  assert.equal(await page.evaluate(() => document.cookie), '')
})

/** What stands before the service and speaks TLS, as in production. */
async function openProxy(target: number): Promise<{ proxy: Server; port: number }> {
  const { cert, key } = createCertificate(['desk.test'])
  const proxy = createServer({ cert, key }, (request, response) => {
    const { method, url: path, headers } = request
    const passed = askService({ port: target, method, path, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    passed.on('error', () => response.destroy())
    request.pipe(passed)
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => proxy.once('listening', resolve))
  return { proxy, port: (proxy.address() as AddressInfo).port }
}

test('under https it is __Host-desk and Secure, and the desk is as usable', async () => {
  const target = await freePort()
  const { proxy, port } = await openProxy(target)
  const origin = `https://desk.test:${port}`
  const behind = await startServer({ BASE_URL: origin, PORT: String(target) })
  try {
    const secure = { ignoreHTTPSErrors: true, locale: 'en-GB' }
    const { page, faults } = await openedAs(behind, visit, 'support', secure)
    const cookies = await page.context().cookies()
    assert.deepEqual(
      cookies.map(({ value, ...attributes }) => attributes),
      [
        {
          ...{ name: '__Host-desk', domain: 'desk.test', path: '/', expires: -1 },
          ...{ httpOnly: true, secure: true, sameSite: 'Strict' },
        },
      ],
    )
    await page.goto(`${origin}/desk/me`)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
    assert.deepEqual(await page.context().cookies(), [])
    assert.deepEqual(faults, [])
  } finally {
    await behind.remove()
    proxy.closeAllConnections()
    proxy.close()
  }
})
