import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decideHolder, type HolderStore } from './rules.ts'

const own = ['https://pay.example', 'http://127.0.0.1:8080']
const shop = 'https://shop.example'
const other = 'https://other.example'
const open: HolderStore = { site: shop, origins: [] }
const narrow: HolderStore = { site: shop, origins: [shop, 'https://m.shop.example'] }
const elsewhere: HolderStore = { site: shop, origins: ['https://m.shop.example'] }
const siteless: HolderStore = { site: undefined, origins: [] }

test('one origin may hold the page: one that its store allows, or our own', () => {
  for (const [name, asked, store, expected] of [
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
    ['nobody holds the page of an unknown store', shop, undefined, null],
    ['nor one that does not name itself', undefined, undefined, null],
  ] as const) {
    const found = decideHolder({ asked, own, store })
    assert.equal(found, expected === true ? asked : expected, name)
  }
})
