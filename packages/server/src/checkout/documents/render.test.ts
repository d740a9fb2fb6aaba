// The required content of documents, in every language, for any order: the items of the European
// form (Directive (EU) 2023/2225, Annex I) and of the agreement (article 21).
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { cents, type DocumentLanguage, documentLanguages } from '@svc/api'
import fc from 'fast-check'
import {
  sampleDocument,
  sampleStatement,
  type Wish,
} from '../../../../../test/fixtures/document-data.ts'
import { day } from '../../platform/time/calendar.ts'
import { escaped, policyOfPage } from './html.ts'
import { textsOf } from './languages.ts'
import { renderDocument, renderStatement } from './render.ts'
import type { Texts } from './texts.ts'
import { wordingOf } from './wording.ts'

const KINDS = ['pre_contract', 'agreement', 'withdrawal_form'] as const

/** The text for a reader: no tags, no entities. */
function textOf(html: string): string {
  return html
    .replace(/<style>[\s\S]*?<\/style>/, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&#39;/g, "'")
    .replace(/&quot;/g, '"')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')
}

const preContract = (language: DocumentLanguage, wish: Wish = {}, more = {}): string =>
  renderDocument(sampleDocument(wish, more), { kind: 'pre_contract', language })
const agreement = (language: DocumentLanguage, wish: Wish = {}, more = {}): string =>
  renderDocument(sampleDocument(wish, more), { kind: 'agreement', language })

/** The first part of the form, item by item. */
const keyItems = (texts: Texts): string[] => [
  ...[texts.creditor, texts.intermediary, texts.totalCredit, texts.duration, texts.borrowingRate],
  ...[texts.apr, texts.totalPayable, texts.goods, texts.cashPrice, texts.instalments, texts.late],
  ...[texts.consequencesMeans, texts.withdrawal, texts.early, texts.contact],
]
/** The other parts. */
const furtherItems = (texts: Texts): string[] => [
  ...[texts.address, texts.email, texts.phone, texts.website, texts.type, texts.drawdown],
  ...[texts.allocation, texts.sureties, texts.linkedMeans, texts.totalCost, texts.openingFee],
  ...[texts.aprAssumptionsMeans, texts.ancillaryMeans, texts.otherCostsMeans, texts.changesMeans],
  ...[texts.withdrawalMeans, texts.withdrawalHow, texts.earlyMeans, texts.earlyCompensation],
  ...[texts.databaseMeans, texts.automatedMeans, texts.draftCopyMeans, texts.bindingMeans],
  ...[texts.tableRightMeans, texts.registration, texts.supervisor, texts.lawMeans],
  ...[texts.languagesMeans, texts.complaints],
]

for (const language of documentLanguages) {
  const texts = textsOf[language]
  const items = (all: readonly string[], text: string) =>
    all.filter((item) => !text.includes(item.replace(/\s+/g, ' ')))

  describe(`in ${language}`, () => {
    test('the first page of the information has every item of the first part', () => {
      const [first = ''] = preContract(language, { fee: 1_500 }).split('<div class="page">')
      assert.deepEqual(items(keyItems(texts), textOf(first)), [])
    })

    test('the information has every item of the form', () => {
      const text = textOf(preContract(language))
      assert.deepEqual(items([...keyItems(texts), ...furtherItems(texts)], text), [])
    })

    test('the agreement has every item that an agreement must have', () => {
      const text = textOf(agreement(language, { lateCharge: 1_200 }))
      const { clauses, columns } = texts
      const all = [
        ...Object.values(clauses),
        ...[texts.type, texts.creditor, texts.intermediary, texts.borrower, texts.address],
        ...[texts.duration, texts.totalCredit, texts.drawdownMeans, texts.cashPrice],
        ...[texts.borrowingRate, texts.apr, texts.aprAssumptionsMeans, texts.totalPayable],
        ...[columns.dueDate, columns.capital, columns.interest, columns.left],
        ...[texts.tableRightMeans, texts.consequencesMeans, texts.sureties, texts.ancillary],
        ...[texts.withdrawalMeans, texts.linkedMeans, texts.earlyMeans, texts.complaints],
        ...[texts.supervisor, texts.signedHow],
      ]
      assert.deepEqual(items(all, text), [])
    })

    test('papers signed before the confirmation say from when the period runs', () => {
      // Signed on 24 November 2026: fourteen days later is a public holiday.
      const wish = { at: '2026-11-24T10:40:07Z' }
      const data = sampleDocument(wish)
      for (const kind of KINDS) {
        const text = textOf(renderDocument(data, { kind, language }))
        const last = wordingOf(data, language).date(day('2026-12-09'))
        assert.ok(text.includes(texts.withdrawalFrom(last)), kind)
        assert.ok(text.includes(texts.withdrawalBegins), kind)
        const known = { ...data, withdrawableUntil: day('2026-12-14') }
        const then = wordingOf(data, language).date(day('2026-12-14'))
        const confirmed = textOf(renderDocument(known, { kind, language }))
        assert.ok(confirmed.includes(texts.withdrawalUntil(then)), kind)
      }
    })

    test('the languages of a page and of its words are the same', () => {
      for (const kind of KINDS) {
        const html = renderDocument(sampleDocument(), { kind, language })
        assert.match(html, new RegExp(`<html lang="${language}">`))
        assert.ok(html.includes(`<h1>${escaped(texts.titles[kind])}</h1>`))
      }
    })

    test('no text is empty or has an unfilled place', () => {
      for (const kind of KINDS) {
        const html = renderDocument(sampleDocument({ fee: 1, downpayment: 1_000 }), {
          kind,
          language,
        })
        assert.doesNotMatch(html, /undefined|null|NaN|\[object|<p><\/p>|<td><\/td><\/tr>\n<tr><th/)
        assert.doesNotMatch(html, /<th scope="(?:row|col)"><\/th>/)
      }
    })
  })
}

test('every figure of the offer is in the information and in the agreement', () => {
  const wish = { amount: 145_000, fee: 1_500, lateCharge: 1_200, downpayment: 45_000 }
  for (const html of [preContract('en', wish), agreement('en', wish)]) {
    const text = textOf(html)
    for (const figure of [
      ...['€1,450.00', '€1,000.00', '12.00%', '12.68%', '€450.00', '€15.00', '€12.00'],
      // 12 payments of 88.85 on 1,000.00; the last takes the rest.
      ...['12 monthly instalments of €88.85.', 'The last one is €88.84.', '€66.19', '€81.19'],
      ...['€1,081.19', 'including it, you pay €1,531.19 in total', '21 November 2027'],
    ]) {
      assert.ok(text.includes(figure), figure)
    }
  }
})

test('the table ends with nothing left, and its sums are those of the rows', () => {
  const html = agreement('en', { amount: 45_000, fee: 1_500, downpayment: 5_000 })
  const rows = [...html.matchAll(/<tr><th scope="row" class="number">(\d+)<\/th>(.*?)<\/tr>/g)]
  assert.equal(rows.length, 13)
  const values = rows.map(([, , cells = '']) =>
    [...cells.matchAll(/class="number">([\d.,]+)</g)].map(([, text = '']) =>
      Number(text.replace(/[.,]/g, '')),
    ),
  )
  assert.deepEqual(values[0], [6_500, 5_000, 0, 1_500, 40_000])
  assert.equal(values.at(-1)?.at(-1), 0)
  const foot = /<tfoot>(.*?)<\/tfoot>/.exec(html)?.[1] ?? ''
  const sums = [...foot.matchAll(/class="number">([\d.,]+)</g)].map(([, text = '']) =>
    Number(text.replace(/[.,]/g, '')),
  )
  const summed = [0, 1, 2, 3].map((at) => values.reduce((sum, row) => sum + (row[at] ?? 0), 0))
  assert.deepEqual(sums, summed)
  assert.equal(sums[1], 45_000)
})

test('a signature on the last of a month is paid on the last of shorter months', () => {
  const text = textOf(agreement('en', { at: '2028-01-31T10:00:00Z', count: 3 }))
  for (const due of ['29 Feb 2028', '31 Mar 2028', '30 Apr 2028']) assert.ok(text.includes(due))
  assert.ok(text.includes('if the store confirms on the day of signing: 14 February 2028.'))
})

test('the day of the signature is that of the store, not of UTC', () => {
  const text = textOf(agreement('en', { at: '2026-12-31T23:30:00Z', count: 2 }))
  assert.ok(text.includes('1 January 2027, 00:30:00 (Europe/Madrid)'))
  assert.ok(text.includes('15 January 2027'))
  assert.ok(text.includes('01 Feb 2027'))
})

test('sixty payments and one, no interest, every product', () => {
  const long = agreement('es', { count: 60, amount: 1_000_000 })
  assert.equal([...long.matchAll(/<tr><th scope="row" class="number">\d/g)].length, 60)
  assert.ok(long.length < 60_000)
  const one = textOf(preContract('en', { count: 1 }))
  assert.ok(one.includes('One instalment of €454.50.'))
  const free = textOf(preContract('en', { nominalRate: 0, annualEquivalent: 0 }))
  assert.ok(free.includes('€0.0000 per day') && free.includes('0.00%, fixed'))
  const four = textOf(
    preContract('es', { product: 'pay_in_4', count: 4, nominalRate: 0, amount: 10_001 }),
  )
  assert.ok(four.includes('4 cuotas de 25,00 €, una cada 30 días. La última es de 25,01 €.'))
  assert.ok(four.includes('90 días, hasta el 19 de febrero de 2027.'))
  const later = textOf(preContract('es', { product: 'pay_later', count: 1, nominalRate: 0 }))
  assert.ok(later.includes('Una única cuota de 450,00 €.'))
  assert.ok(later.includes('vence a los 15 días de que la tienda la envíe'))
})

test('the interest of a day is that of the first month over its days', () => {
  // 450.00 × 12 % ÷ 12 ÷ 30 days of 21 November to 21 December.
  assert.ok(textOf(agreement('en')).includes('€0.1500 per day'))
  assert.ok(textOf(agreement('en', { at: '2026-12-21T10:00:00Z' })).includes('€0.1452 per day'))
})

test('an agreement that is not signed is a draft, one of the sandbox a test', () => {
  const { banner, reference } = textsOf.en
  const draft = textOf(agreement('en', {}, { signedAt: null }))
  assert.ok(draft.includes(banner.draft) && !draft.includes(banner.sandbox))
  assert.ok(!draft.includes('Last day to send the notice'))
  const sandbox = textOf(agreement('en', {}, { sandbox: true }))
  assert.ok(sandbox.includes(banner.sandbox) && !sandbox.includes(banner.draft))
  const live = textOf(agreement('en'))
  assert.ok(!live.includes(banner.sandbox) && live.includes(reference.signed))
})

test('where the store grants the credit itself nobody is an intermediary', () => {
  const text = textOf(agreement('en', {}, { lender: null }))
  assert.ok(text.includes('Bicicletas Norte grants Ada Prueba García a credit'))
  assert.ok(!text.includes(textsOf.en.intermediary))
  assert.ok(text.includes(textsOf.en.notGiven))
})

test('an offer from before there were APRs shows that it has none', () => {
  const data = sampleDocument()
  const offer = { ...data.offer, annualEquivalent: null }
  const html = renderDocument({ ...data, offer }, { kind: 'pre_contract', language: 'en' })
  assert.ok(textOf(html).includes(`${textsOf.en.apr} ${textsOf.en.noApr}`))
})

test('a basket of hundreds of articles names some and counts the others', () => {
  const articles = Array.from({ length: 500 }, (_, index) => ({
    name: `${'x'.repeat(250)}${index}`,
    quantity: 1,
  }))
  const { order } = sampleDocument()
  const html = agreement('en', {}, { order: { ...order, articles } })
  assert.ok(textOf(html).includes('and 490 more'))
  assert.ok(html.length < 40_000)
})

describe('a statement', () => {
  for (const language of documentLanguages) {
    test(`says in ${language} what is owed, payment by payment`, () => {
      const texts = textsOf[language]
      const text = textOf(renderStatement(sampleStatement({ lateCharge: 1_200 }), language))
      for (const item of [
        ...[texts.owedTotal, texts.owedNow, texts.owedLate, texts.owedComing, texts.paidSoFar],
        ...[texts.creditToYou, texts.columns.late, texts.states.late, texts.states.paid],
        ...[texts.states.due, texts.states.coming, texts.movements.payment],
        ...[texts.reference.asOf],
      ]) {
        assert.ok(text.includes(item), item)
      }
    })
  }

  test('adds due amounts with their late fees, and leaves nothing paid open', () => {
    const html = renderStatement(sampleStatement({ amount: 45_000, lateCharge: 1_200 }), 'en')
    const cells = (number: number) =>
      new RegExp(`<th scope="row" class="number">${number}</th>(.*?)</tr>`).exec(html)?.[1] ?? ''
    const read = (number: number) =>
      [...cells(number).matchAll(/<td(?: class="number")?>(.*?)<\/td>/g)].map(([, text]) => text)
    assert.deepEqual(read(1)?.slice(-3), ['39.98', '0.00', 'Paid'])
    assert.deepEqual(read(4)?.slice(-4), ['12.00', '0.00', '51.98', 'In arrears'])
    assert.deepEqual(read(5)?.slice(-3), ['0.00', '39.98', 'Due'])
    // 51.98 late and 39.98 due.
    assert.ok(textOf(html).includes('Due and unpaid €91.96'))
  })

  test('states that there are no payments', () => {
    const data = sampleStatement()
    const loan = { ...data.loan, payments: [] }
    assert.ok(renderStatement({ ...data, loan }, 'es').includes('Ninguno hasta ahora.'))
  })
})

const EVIL = [
  '</title><script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  '</style><style>@import "http://evil.example"</style>',
  '<!--',
  '&lt;b&gt;',
  'Ada\u202eatsI\u0000\u0007',
]

test('no name, address or article becomes markup, wherever it appears', () => {
  for (const evil of EVIL) {
    const { order } = sampleDocument()
    const lender = {
      ...{ name: evil, address: evil, email: evil, phone: evil, url: evil },
      ...{ registration: evil, supervisor: evil, complaints: evil },
    }
    const data = {
      ...sampleStatement(),
      lender,
      store: { name: evil, url: evil },
      buyer: { name: evil, email: evil, documentId: evil },
      order: { ...order, mid: evil, articles: [{ name: evil, quantity: 1 }] },
    }
    for (const language of documentLanguages) {
      const pages = KINDS.map((kind) => renderDocument(data, { kind, language }))
      for (const html of [...pages, renderStatement(data, language)]) {
        assert.doesNotMatch(html, /<script|<img|<!--|@import(?! &quot;)|\u202e/)
        assert.doesNotMatch(html.replaceAll('\n', ''), /\p{Cc}/u)
        assert.equal(html.split('<style>').length, 2)
        assert.equal(html.split('</style>').length, 2)
        assert.doesNotMatch(html.replace(/<style>[\s\S]*?<\/style>/, ''), /<[^>]*onmouseover/)
        assert.ok(html.includes(escaped(evil)))
      }
    }
  }
})

test('any text is shown as text, never as markup', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
      const written = escaped(text)
      assert.doesNotMatch(written, /[<>"']|&(?!(?:amp|lt|gt|quot|#39);)/)
    }),
  )
})

test('a page allows itself its own style and nothing else, as a file too', () => {
  const html = agreement('es')
  const policy = policyOfPage(html)
  assert.match(policy, /^default-src 'none'; style-src 'sha256-[\w+/]{43}='; base-uri 'none'/)
  assert.match(policy, /frame-ancestors 'self'$/)
  const own = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(html)?.[1] ?? ''
  assert.equal(textOf(own), policy.replace("; frame-ancestors 'self'", ''))
  assert.doesNotMatch(html, /\ssrc=|\shref=|url\(|\sstyle=|\son\w+=/)
})

test('tables name their columns and rows', () => {
  const html = renderStatement(sampleStatement(), 'en')
  const named = html.split('<caption>').length + html.split('<table class="rows" aria-label').length
  assert.equal(html.split('<table').length, named - 1)
  assert.equal(html.split('<thead><tr>').length, html.split('class="columns"').length)
  for (const [, head = ''] of html.matchAll(/<thead><tr>(.*?)<\/tr>/g)) {
    assert.equal(head.split('<th ').length, head.split('scope="col"').length)
  }
})

test('the same data give the same page', () => {
  assert.equal(agreement('es'), agreement('es'))
  const order = { ...sampleDocument().order, amount: cents(45_001) }
  assert.notEqual(agreement('es'), agreement('es', {}, { order }))
})
