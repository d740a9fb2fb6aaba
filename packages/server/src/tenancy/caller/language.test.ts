import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ErrorCode, errorCatalogue, spanishErrors } from '@svc/api'
import { allRoutes } from '../../composition/app.ts'
import { codesOf } from '../../composition/openapi/codes.ts'
import type { WholeService } from '../../composition/service/whole-service.ts'
import { errorView } from '../../platform/http/errors.ts'
import { Refused } from '../../platform/refusal.ts'
import { hasErrorsForBuyers, negotiateLanguage } from './language.ts'

test('the language with the best quality counts, whatever comes first', () => {
  for (const [header, expected] of [
    ['es', 'es'],
    ['en', 'en'],
    ['es-ES,es;q=0.9,en;q=0.8', 'es'],
    ['en;q=0.5, es;q=0.9', 'es'],
    ['es;q=0.5, en;q=0.9', 'en'],
    ['ES-mx', 'es'],
    ['es, en', 'es'],
    ['en, es', 'en'],
    ['ca, es;q=0.1', 'es'],
    ['es-ES;q=0.1, es;q=0.9, en;q=0.5', 'es'],
    ['*', 'en'],
    ['fr, *;q=0.5', 'en'],
    ['en;q=0, *', 'es'],
    ['es;q=0, *', 'en'],
    ['es;q=0.4, *;q=0.3', 'es'],
    ['es;q=0.4, *;q=0.7', 'en'],
    ['es ; Q=0.9 , en ; q=0.1', 'es'],
    ['fr', undefined],
    ['es;q=0', undefined],
    ['es;q=-1', undefined],
    ['es;q=x', undefined],
    ['', undefined],
    [undefined, undefined],
    [',;;=,q=1', undefined],
    [`${'fr,'.repeat(400)}es`, undefined],
  ] as const) {
    assert.equal(negotiateLanguage(header, ['en', 'es']), expected, header)
  }
})

const service = { brand: 'svc' } as WholeService
const routes = allRoutes(service).filter(hasErrorsForBuyers)

test('every refusal that a buyer may get has a Spanish sentence', () => {
  const paths = routes.map(({ method, path }) => `${method} ${path}`)
  for (const path of ['POST /checkout', 'POST /checkout/offline', 'GET /checkout/button']) {
    assert.ok(paths.includes(path), path)
  }
  const codes = new Set(routes.flatMap((route) => [...codesOf(route)]))
  const fixed = (code: ErrorCode) => errorCatalogue[code].message === 'API validation error'
  const translated = [...codes].filter((code) => !fixed(code))
  assert.deepEqual(Object.keys(spanishErrors).sort(), translated.sort())
})

test('a Spanish sentence fills in nothing that the English one does not', () => {
  const names = (text: string) => new Set(text.match(/\{\w+\}/g))
  for (const [code, sentence] of Object.entries(spanishErrors)) {
    const { message } = errorCatalogue[code as ErrorCode]
    const missing = names(sentence).difference(names(message))
    assert.deepEqual([...missing], [], code)
    assert.notEqual(sentence, message)
  }
})

test('only the message has a language', () => {
  const fields = { amount: ['This field is required.'] }
  for (const code of Object.keys(errorCatalogue) as ErrorCode[]) {
    const refused = new Refused(code, { fields })
    const english = errorView(refused, 'request-1').body.error
    const { message, ...others } = errorView(refused, 'request-1', 'es').body.error
    assert.deepEqual({ ...others, message: english.message }, english)
    assert.equal(message === english.message, !(code in spanishErrors), code)
  }
})
