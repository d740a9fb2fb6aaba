import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import {
  clockMicros,
  clockSeconds,
  hasDateShape,
  localDate,
  localMicros,
  parseDate,
  utcMicros,
} from './dates.ts'

const madrid = 'Europe/Madrid'
const zones = [
  madrid,
  'UTC',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'America/St_Johns',
  'America/Sao_Paulo',
  'Pacific/Apia',
]

type Read = readonly [text: string, utc: string, wholeDay?: true, timeZone?: string]

const readable: readonly Read[] = [
  ['2026-11-21', '2026-11-20T23:00:00.000Z', true],
  ['2026-07-01', '2026-06-30T22:00:00.000Z', true],
  ['2026-07-01', '2026-07-01T00:00:00.000Z', true, 'UTC'],
  ['2024-02-29', '2024-02-28T23:00:00.000Z', true],
  ['2000-02-29', '2000-02-28T23:00:00.000Z', true],
  ['2018-11-04', '2018-11-04T03:00:00.000Z', true, 'America/Sao_Paulo'],
  ['2026-11-21T05:32:21', '2026-11-21T04:32:21.000Z'],
  ['2026-07-21T05:32:21', '2026-07-21T03:32:21.000Z'],
  ['2026-11-21T05:32', '2026-11-21T04:32:00.000Z'],
  ['2026-11-21 05:32:21', '2026-11-21T04:32:21.000Z'],
  ['2026-11-21t05:32:21z', '2026-11-21T05:32:21.000Z'],
  ['2026-11-21T05:32:21Z', '2026-11-21T05:32:21.000Z'],
  ['2026-11-21T05:32:21.123Z', '2026-11-21T05:32:21.123Z'],
  ['2026-11-21T05:32:21.1Z', '2026-11-21T05:32:21.100Z'],
  ['2026-11-21T05:32:21.123999Z', '2026-11-21T05:32:21.123Z'],
  ['2026-11-21T05:32:21.123456789Z', '2026-11-21T05:32:21.123Z'],
  ['2026-11-21T05:32:21+02:00', '2026-11-21T03:32:21.000Z'],
  ['2026-11-21T05:32:21+0200', '2026-11-21T03:32:21.000Z'],
  ['2014-08-21T13:56:45+0000', '2014-08-21T13:56:45.000Z'],
  ['2026-11-21T05:32:21-09:30', '2026-11-21T15:02:21.000Z'],
  ['2026-11-21T23:59:59-0000', '2026-11-21T23:59:59.000Z'],
  ['2026-01-01T00:30:00+01:00', '2025-12-31T23:30:00.000Z'],
  // A clock change skips the first of these and shows the second twice.
  ['2026-03-29T02:30:00', '2026-03-29T01:30:00.000Z'],
  ['2026-10-25T02:30:00', '2026-10-25T00:30:00.000Z'],
]

for (const [text, utc, wholeDay = false, timeZone = madrid] of readable) {
  test(`${text} in ${timeZone} is ${utc}`, () => {
    const parsed = parseDate(text, timeZone)
    assert.deepEqual(parsed?.instant, new Date(utc))
    assert.equal(parsed.dayEnd !== undefined, wholeDay)
  })
}

const notExisting = [
  '2026-02-30',
  '2026-02-29',
  '1900-02-29',
  '2100-02-29',
  '2026-04-31',
  '2026-13-01',
  '2026-00-10',
  '2026-01-00',
  '2026-01-32',
  '0000-01-01',
  '2026-02-30T10:00:00',
  '2026-02-30T10:00:00Z',
  '2026-02-30T10:00:00+01:00',
  '2026-11-21T24:00:00',
  '2026-11-21T24:00:00Z',
  '2026-11-21T25:00:00',
  '2026-11-21T23:60:00',
  '2026-11-21T23:59:60Z',
  '2026-11-21T10:00:00+24:00',
  '2026-11-21T10:00:00+01:60',
  '0001-01-01T00:00:00+14:00',
  '9999-12-31T23:00:00-14:00',
]

for (const text of notExisting) {
  test(`${text} does not exist`, () => {
    assert.equal(hasDateShape(text), true)
    assert.equal(parseDate(text, madrid), undefined)
  })
}

const unreadable = [
  '',
  ' ',
  'today',
  '2026',
  '2026-11',
  '20261121',
  '26-11-21',
  '2026-1-1',
  '2026-11-21T',
  '2026-11-21T05',
  '2026-11-21T5:32:21',
  '2026-11-21T05:32:21.',
  '2026-11-21T05:32:21.1234567890Z',
  '2026-11-21T05:32:21+02',
  '2026-11-21T05:32:21+2:00',
  '2026-11-21T05:32:21 +02:00',
  '2026-11-21T05:32:21[Europe/Madrid]',
  '2026-11-21Z',
  '2026-11-21+01:00',
  '21/11/2026',
  '2026/11/21',
  '+002026-11-21',
  '-2026-11-21',
  '2026-W47-6',
  '2026-325',
  ' 2026-11-21',
  '2026-11-21\n',
  '1763699541',
  '\u0662\u0660\u0662\u0666-11-21',
]

for (const text of unreadable) {
  test(`${JSON.stringify(text)} is not written like a date`, () => {
    assert.equal(hasDateShape(text), false)
    assert.equal(parseDate(text, madrid), undefined)
  })
}

test('an instant is written in UTC with microseconds', () => {
  assert.equal(utcMicros(new Date('2026-11-21T04:32:21.123Z')), '2026-11-21T04:32:21.123000Z')
})

test('an instant is written with the offset of its day', () => {
  assert.equal(
    localMicros(new Date('2026-11-21T04:32:21.123Z'), madrid),
    '2026-11-21T05:32:21.123000+01:00',
  )
  assert.equal(
    localMicros(new Date('2026-07-21T04:32:21.123Z'), madrid),
    '2026-07-21T06:32:21.123000+02:00',
  )
  assert.equal(
    localMicros(new Date('2026-07-21T04:32:21Z'), 'America/St_Johns'),
    '2026-07-21T02:02:21.000000-02:30',
  )
  assert.equal(
    localMicros(new Date('2026-07-21T04:32:21Z'), 'UTC'),
    '2026-07-21T04:32:21.000000+00:00',
  )
})

test('the offset changes at the very instant of the clock change', () => {
  assert.equal(
    localMicros(new Date('2026-10-25T00:59:59.999Z'), madrid),
    '2026-10-25T02:59:59.999000+02:00',
  )
  assert.equal(
    localMicros(new Date('2026-10-25T01:00:00.000Z'), madrid),
    '2026-10-25T02:00:00.000000+01:00',
  )
})

test('the local date is that of the time zone', () => {
  assert.equal(localDate(new Date('2026-11-20T23:30:00Z'), madrid), '2026-11-21')
  assert.equal(localDate(new Date('2026-11-20T23:30:00Z'), 'UTC'), '2026-11-20')
  assert.equal(localDate(new Date('2026-11-20T23:30:00Z'), 'America/St_Johns'), '2026-11-20')
})

const days: readonly (readonly [text: string, timeZone: string, from: string, until: string])[] = [
  ['2026-11-21', madrid, '2026-11-20T23:00:00Z', '2026-11-21T23:00:00Z'],
  ['2026-10-25', madrid, '2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z'],
  ['2026-03-29', madrid, '2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z'],
  ['2026-12-31', madrid, '2026-12-30T23:00:00Z', '2026-12-31T23:00:00Z'],
  // Local mean time: a quarter of an hour but sixteen seconds behind Greenwich.
  ['1850-01-01', madrid, '1850-01-01T00:14:44Z', '1850-01-02T00:14:44Z'],
  ['1900-12-31', madrid, '1900-12-31T00:14:44Z', '1901-01-01T00:00:00Z'],
  ['0001-01-01', madrid, '0001-01-01T00:14:44Z', '0001-01-02T00:14:44Z'],
  ['1883-11-17', 'America/New_York', '1883-11-17T04:56:02Z', '1883-11-18T04:56:02Z'],
  // Days that a zone skipped have no time in them; their neighbours end and begin there.
  ['2011-12-29', 'Pacific/Apia', '2011-12-29T10:00:00Z', '2011-12-30T10:00:00Z'],
  ['2011-12-30', 'Pacific/Apia', '2011-12-30T10:00:00Z', '2011-12-30T10:00:00Z'],
  ['2011-12-31', 'Pacific/Apia', '2011-12-30T10:00:00Z', '2011-12-31T10:00:00Z'],
  ['1844-12-31', 'Asia/Manila', '1844-12-31T15:56:08Z', '1844-12-31T15:56:08Z'],
]
for (const [text, timeZone, from, until] of days) {
  test(`${text} in ${timeZone} ends where the next day begins`, () => {
    const parsed = parseDate(text, timeZone)
    assert.deepEqual(parsed, { instant: new Date(from), dayEnd: new Date(until) })
    if (from === until) return
    assert.equal(localDate(parsed.instant, timeZone), text)
    assert.equal(localDate(new Date(Date.parse(until) - 1), timeZone), text)
    assert.notEqual(localDate(new Date(until), timeZone), text)
    assert.notEqual(localDate(new Date(Date.parse(from) - 1), timeZone), text)
  })
}

const instants = fc.date({
  min: new Date('1800-01-01T00:00:00Z'),
  max: new Date('2080-01-01T00:00:00Z'),
  noInvalidDate: true,
})

test('a time written with an offset is read back as the same instant', () => {
  fc.assert(
    fc.property(instants, fc.constantFrom(...zones), (instant, timeZone) => {
      assert.deepEqual(parseDate(localMicros(instant, timeZone), madrid)?.instant, instant)
      assert.deepEqual(parseDate(utcMicros(instant), madrid)?.instant, instant)
    }),
    { numRuns: 2_000 },
  )
})

test('the cached offsets never differ from those of the time zone database', () => {
  fc.assert(
    fc.property(instants, fc.constantFrom(...zones), (instant, timeZone) => {
      const zoned = Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(
        timeZone,
      )
      const wholeMinutes = zoned.offsetNanoseconds % 60e9 === 0
      if (wholeMinutes) assert.equal(localMicros(instant, timeZone).slice(-6), zoned.offset)
      assert.equal(localDate(instant, timeZone), zoned.toPlainDate().toString())
      const clock = zoned.toPlainDateTime()
      const whole = clock.toString({ smallestUnit: 'second', roundingMode: 'trunc' })
      assert.equal(clockSeconds(instant, timeZone), whole)
      assert.equal(clockMicros(instant, timeZone), clock.toString({ fractionalSecondDigits: 6 }))
    }),
    { numRuns: 2_000 },
  )
})

test('any text is read as an instant or not at all', () => {
  const digits = fc.constantFrom(...'0123456789-:TZ+. '.split(''))
  fc.assert(
    fc.property(
      fc.array(digits, { maxLength: 30 }).map((parts) => parts.join('')),
      (text) => {
        const parsed = parseDate(text, madrid)
        if (parsed !== undefined) assert.ok(!Number.isNaN(parsed.instant.getTime()))
        assert.ok(parsed === undefined || hasDateShape(text))
      },
    ),
  )
})

test('clocks of former centuries are read and shown to the second', () => {
  const parsed = parseDate('1800-01-01', madrid)
  assert.equal(parsed?.instant.toISOString(), '1800-01-01T00:14:44.000Z')
  assert.equal(clockSeconds(parsed.instant, madrid), '1800-01-01T00:00:00')
})
