import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allowsOrigin, type PageRules } from '../checkouts/allowed-pages.ts'
import { decideHolder } from './rules.ts'

const own = ['https://pay.example', 'http://127.0.0.1:8080']
const shop = 'https://shop.example'
const other = 'https://other.example'
const open: PageRules = { live: false, site: shop, origins: [], returns: [] }
const narrow: PageRules = { ...open, origins: [shop, 'https://m.shop.example'] }
const elsewhere: PageRules = { ...open, origins: ['https://m.shop.example'] }
const siteless: PageRules = { ...open, site: undefined }
const live: PageRules = { ...open, live: true, returns: ['https://thanks.example'] }

test('one origin may frame the page: one that its store allows, or our own', () => {
  for (const [name, requested, store, expected] of [
    ['a store that names no origins is held by any', other, open, other],
    ['its own site', shop, open, shop],
    ['one of the origins that a store names', 'https://m.shop.example', narrow, true],
    ['no other than those', other, narrow, null],
    ['not one that looks like it', 'https://shop.example.evil.example', narrow, null],
    ['nor another port', 'https://shop.example:8443', narrow, null],
    ['nor another scheme', 'http://shop.example', narrow, null],
    ['our own always may', own[0], narrow, own[0]],
    ['also by the name that the request came by', own[1], undefined, own[1]],
    ['where nobody is named, the site of the store', undefined, open, shop],
    ['also where it names origins', undefined, narrow, shop],
    ['unless it is none of them', undefined, elsewhere, null],
    ['a store without a site has to be named one', undefined, siteless, null],
    ['what is named and is no origin is nobody', null, open, null],
    ['in live mode a store that names no origins is held by its site', shop, live, shop],
    ['and by where the checkout leads back to', live.returns[0], live, true],
    ['and by no other', other, live, null],
    ['nor by what looks like it', 'https://thanks.example.other.example', live, null],
    ['our own may there, too', own[0], live, own[0]],
    ['without a site it is held by nobody', shop, { ...siteless, live: true }, null],
    ['what it names goes before all', shop, { ...elsewhere, live: true, returns: [shop] }, null],
    ['and is enough', 'https://m.shop.example', { ...elsewhere, live: true }, true],
    ['nobody holds the page of an unknown store', shop, undefined, null],
    ['nor one that does not name itself', undefined, undefined, null],
  ] as const) {
    const actual = decideHolder({ requested, own, store })
    assert.equal(actual, expected === true ? requested : expected, name)
  }
})

test('in live mode a token needs an origin, elsewhere it does not', () => {
  for (const [rules, absent, opaque] of [
    [open, true, true],
    [narrow, true, false],
    [live, false, false],
    [{ ...narrow, live: true }, false, false],
    [{ ...siteless, live: true }, false, false],
  ] as const) {
    assert.equal(allowsOrigin(rules, undefined), absent, JSON.stringify(rules))
    assert.equal(allowsOrigin(rules, 'null'), opaque, JSON.stringify(rules))
  }
})
