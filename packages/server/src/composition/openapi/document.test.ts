import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventTypes } from '@svc/api'
import { checkerOf } from '../../platform/http/body.ts'
import { allRoutes } from '../app.ts'
import { rules } from '../gate/rules-of-schemas.ts'
import type { WholeService } from '../service/whole-service.ts'
import { impliedCodes } from './codes.ts'
import { openApiDocument } from './document.ts'
import { examples } from './examples.ts'
import type { Json } from './schema.ts'

const routes = allRoutes({} as WholeService)
const options = { brand: 'svc', baseUrl: 'https://api.example' }
const document = openApiDocument(routes, options)
const text = JSON.stringify(document)

/** Every schema below a node of the document, with its place. */
function schemasBelow(node: unknown, place: string): [string, Json][] {
  if (typeof node !== 'object' || node === null) return []
  if (Array.isArray(node))
    return node.flatMap((each, index) => schemasBelow(each, `${place}/${index}`))
  const below = Object.entries(node).flatMap(([key, child]) =>
    schemasBelow(child, `${place}/${key}`),
  )
  return [[place, node as Json], ...below]
}

const answers = Object.values(document.paths)
  .flatMap((path) => Object.values(path))
  .flatMap((operation) => schemasBelow(operation.responses, String(operation.operationId)))
const named = schemasBelow(document.components.schemas, 'schemas')

/** The schemas that answers refer to, directly or not. */
function usedBy(nodes: readonly [string, Json][], used = new Set<string>()): Set<string> {
  for (const [, node] of nodes) {
    const name = /^#\/components\/schemas\/(.+)$/.exec(String(node.$ref))?.[1]
    if (name === undefined || used.has(name)) continue
    used.add(name)
    usedBy(
      named.filter(([place]) => place.startsWith(`schemas/${name}/`)),
      used,
    )
  }
  return used
}
const ofAnswers = usedBy(answers)
const answered = [
  ...answers,
  ...named.filter(([place]) => ofAnswers.has(place.split('/')[1] ?? '')),
].filter(([place]) => !place.includes('/examples/'))

test('it is a pure function of the routes, the brand and the address', () => {
  assert.equal(JSON.stringify(openApiDocument(routes, options)), text)
  const other = JSON.stringify(openApiDocument(routes, { ...options, brand: 'acme2' }))
  assert.doesNotMatch(other, /vnd\.svc|X-Svc/)
})

test('operations have names of their own', () => {
  const names = [...text.matchAll(/"operationId":"(\w+)"/g)].map(([, name]) => name)
  assert.equal(new Set(names).size, names.length)
  const described = routes.filter(({ page }) => page !== true)
  assert.equal(names.length, described.length + eventTypes.length)
})

test('every event is a webhook with the headers of its signature', () => {
  assert.deepEqual(Object.keys(document.webhooks), [...eventTypes])
  for (const signed of ['WebhookId', 'WebhookTimestamp', 'WebhookSignature']) {
    const reference = `"$ref":"#/components/parameters/${signed}"`
    assert.equal(text.split(reference).length - 1, eventTypes.length)
  }
})

test("the checker's own keywords are spelled out", () => {
  assert.doesNotMatch(text, /"x-[a-z-]+":/)
  assert.doesNotMatch(text, /"(url-or-path|uuid-hex)"/)
})

test('every reference leads somewhere and every named schema is referred to', () => {
  for (const [, pointer = ''] of text.matchAll(/"\$ref":"#\/([^"]+)"/g)) {
    const used = pointer
      .split('/')
      .reduce<unknown>((node, key) => (node as Json | undefined)?.[key], document)
    assert.notEqual(used, undefined, pointer)
  }
  for (const name of Object.keys(document.components.schemas as Json)) {
    assert.ok(text.includes(`"#/components/schemas/${name}"`), name)
  }
})

test('every member of an answer has a description', () => {
  for (const [place, schema] of answered) {
    for (const [name, member] of Object.entries(
      (schema.properties ?? {}) as Record<string, Json>,
    )) {
      const plain = member.type !== undefined && member.type !== 'object'
      if (!plain || place.includes('/allOf/')) continue
      assert.ok(typeof member.description === 'string', `${place}: ${name}`)
    }
  }
})

test('an example is valid for its operation', () => {
  for (const [name, example] of Object.entries(examples)) {
    const route = routes.find(({ doc }) => doc.operation === name)
    assert.ok(route?.body !== undefined, name)
    assert.doesNotThrow(() => checkerOf(route.body ?? {}, rules)(example), name)
  }
})

test('every tag is described once', () => {
  const names = document.tags.map(({ name }) => name)
  assert.deepEqual(names, [...new Set(names)])
})

test('a route does not repeat what its kind implies', () => {
  for (const route of routes) {
    const implied = new Set<string>(impliedCodes(route))
    const repeated = (route.doc.errors ?? []).filter((code) => implied.has(code))
    assert.deepEqual(repeated, [], `${route.method} ${route.path}`)
  }
})
