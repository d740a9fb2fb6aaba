// What a guide shows is what the example does: its code is taken from files that other tests run.
import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { EventAnswer } from '../packages/api/src/index.ts'
import type { OrderNotification, WebhookEvent } from '../packages/api/src/webhooks/index.ts'
import { nextAttemptAt } from '../packages/server/src/outbound/sending/retry.ts'

const root = join(import.meta.dirname, '..')
const folder = join(root, 'docs/guides')
const names = readdirSync(folder).filter((name) => name.endsWith('.md'))
const guides = [...names, '../../README.md']
const read = (name: string) => readFileSync(join(folder, name), 'utf8')
const webhooksGuide = read('notifications-and-webhooks.md')

type Block = { readonly language: string; readonly file: string; readonly text: string }

function blocksOf(text: string): Block[] {
  const blocks = text.matchAll(/^```(\w*) ?(.*)\n([\s\S]*?)^```$/gm)
  return [...blocks].map(([, language = '', file = '', text = '']) => ({ language, file, text }))
}

/** How far a part of a file is indented does not matter in a guide. */
function outdented(text: string): string {
  return text
    .trim()
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
}

for (const name of guides) {
  test(`${name}: its code is the same as in the file that it names`, () => {
    const code = blocksOf(read(name)).filter(({ language }) =>
      /^(ts|js|php|sql|html|swift|kotlin)$/.test(language),
    )
    for (const { file, text } of code) {
      assert.ok(file.startsWith('examples/') && existsSync(join(root, file)), `${file}: ${text}`)
      const source = outdented(readFileSync(join(root, file), 'utf8'))
      assert.ok(source.includes(outdented(text)), `not in ${file}:\n${text}`)
    }
  })
}

for (const path of pages()) {
  test(`${path}: its links lead somewhere`, () => {
    const text = readFileSync(join(root, path), 'utf8')
    for (const [, target = ''] of text.matchAll(/\]\((?!https?:)([^)#]+)/g)) {
      assert.ok(existsSync(join(root, dirname(path), target)), target)
    }
  })
}

/** All pages for people. */
function pages(): string[] {
  const folders = ['docs', 'examples', 'packages', 'bench']
  const below = folders.flatMap((parent) =>
    readdirSync(join(root, parent), { recursive: true }).map((name) => join(parent, String(name))),
  )
  return [...readdirSync(root), ...below].filter(
    (path) => path.endsWith('.md') && !path.includes('node_modules'),
  )
}

/** Type-checked: a member that is missing here or not described there does not compile. */
const notificationMembers: Readonly<Record<keyof OrderNotification, true>> = {
  id: true,
  status: true,
  status_reason: true,
  sandbox: true,
  mid: true,
  total_amount: true,
  tax_rate: true,
  discount: true,
  discount_rate: true,
  currency: true,
  rejected: true,
  confirmed: true,
  verified: true,
  expired: true,
  expires_at: true,
  cancelled: true,
  created: true,
}
const eventMembers: Readonly<Record<Exclude<keyof WebhookEvent, 'example'>, true>> = {
  id: true,
  type: true,
  created: true,
  sequence: true,
  order_id: true,
  data: true,
}

test('the guide of receivers shows code', () => {
  const languages = blocksOf(webhooksGuide).map(({ language }) => language)
  for (const language of ['ts', 'php', 'sh', 'json', 'mermaid']) {
    assert.ok(languages.includes(language), language)
  }
})

test('the samples of the guide have the members that receivers are promised', () => {
  const [notification, event, ...others] = blocksOf(webhooksGuide)
    .filter(({ language }) => language === 'json')
    .map(({ text }) => JSON.parse(text) as object)
  assert.equal(others.length, 0)
  assert.deepEqual(Object.keys(notification ?? {}).sort(), Object.keys(notificationMembers).sort())
  assert.deepEqual(Object.keys(event ?? {}), Object.keys(eventMembers))
  assert.deepEqual(Object.keys(EventAnswer.properties), Object.keys(eventMembers))
})

test('the guide lists the waits of the service', () => {
  const rows = [
    ...webhooksGuide.matchAll(/^\| (\d|each further one) \| (\d+) (s|min|h) later \|$/gm),
  ]
  const seconds = { s: 1, min: 60, h: 3_600 }
  const numbers = rows.map(
    ([, , count, unit]) => Number(count) * seconds[unit as keyof typeof seconds],
  )
  const now = new Date(0)
  const deadline = new Date(1e12)
  const order = numbers.map((_, index) => {
    const next = nextAttemptAt({ attempt: index + 1, now, deadline, random: () => 0 })
    return (next?.getTime() ?? 0) / 1000
  })
  assert.equal(numbers.length, 6)
  assert.deepEqual(numbers, order)
})

test('the guide names every reason for which a delivery is refused', () => {
  const file = join(root, 'packages/api/src/webhooks/verification-error.ts')
  const reasons = [...readFileSync(file, 'utf8').matchAll(/^ {2}\| '(\w+)'/gm)].map(
    ([, one]) => one,
  )
  assert.equal(reasons.length, 8)
  for (const reason of reasons) assert.ok(webhooksGuide.includes(`\`${reason}\``), reason)
})
