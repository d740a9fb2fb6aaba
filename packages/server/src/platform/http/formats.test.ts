import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formats } from './formats.ts'

/** What is kept of a text; undefined where it is refused. */
const keeps: Readonly<Record<string, readonly (readonly [string, string | undefined])[]>> = {
  'time-zone': [
    ['Europe/Madrid', 'Europe/Madrid'],
    ['europe/MADRID', 'Europe/Madrid'],
    ['UTC', 'UTC'],
    ['Etc/GMT+5', 'Etc/GMT+5'],
    // Renamed zones keep the name that the store gave.
    ['Europe/Kyiv', 'Europe/Kyiv'],
    ['Asia/Calcutta', 'Asia/Calcutta'],
    ['+02:00', undefined],
    ['-0500', undefined],
    ['Mars/Olympus', undefined],
    [' Europe/Madrid', undefined],
    ['Madrid', undefined],
    ['../etc/passwd', undefined],
  ],
  locale: [
    ['es', 'es'],
    ['EN-gb', 'en-GB'],
    ['zh-hant-tw', 'zh-Hant-TW'],
    ['es_ES', undefined],
    ['e', undefined],
    ['español', undefined],
    ['es-', undefined],
  ],
  origin: [
    ['https://shop.example', 'https://shop.example'],
    ['HTTPS://Shop.Example:443/', 'https://shop.example'],
    ['https://shop.example:8443', 'https://shop.example:8443'],
    ['http://localhost:3000', 'http://localhost:3000'],
    ['http://[::1]:3000', 'http://[::1]:3000'],
    ['https://ñandú.example', 'https://xn--and-6ma2c.example'],
    ['https://shop.example/path', undefined],
    ['https://shop.example?', undefined],
    ['https://shop.example#', undefined],
    ['https://shop.example//', undefined],
    ['https://user@shop.example', undefined],
    ['https://*.shop.example', undefined],
    ['https://shop.example\\path', undefined],
    [' https://shop.example', undefined],
    ['https://', undefined],
    ['https://shop.example:99999', undefined],
    ['https://shop.example;sandbox', undefined],
    ["https://shop.example'", undefined],
    ['https://shop.example,https://other.example', undefined],
    ['https://shop.example\u0000', undefined],
    ['https://my_shop.example', 'https://my_shop.example'],
    ['shop.example', undefined],
    ['ftp://shop.example', undefined],
    ['javascript:alert(1)', undefined],
    ['null', undefined],
    ['*', undefined],
  ],
  printable: [
    ['a', 'a'],
    ['a token with ~ and blanks', 'a token with ~ and blanks'],
    [' a', undefined],
    ['a ', undefined],
    ['a\tb', undefined],
    ['a\r\nX-Header: b', undefined],
    ['ñ', undefined],
  ],
  words: [
    ['a name', 'a name'],
    ['  ', undefined],
    ['\u00a0\n', undefined],
  ],
  note: [
    ['a bank transfer', 'a bank transfer'],
    [' two\nlines\t ', 'two\nlines'],
    ['€ñ漢字😀', '€ñ漢字😀'],
    ['four', undefined],
    ['    a    ', undefined],
    ['          ', undefined],
    ['paid \u202eback', undefined],
    ['paid \u200bback', undefined],
    ['paid \u0000back', undefined],
  ],
}

for (const [name, cases] of Object.entries(keeps)) {
  for (const [text, expected] of cases) {
    test(`${name} ${JSON.stringify(text)}: ${expected ?? 'refused'}`, () => {
      const answer = formats[name]?.(text)
      assert.ok(answer !== undefined)
      assert.equal('text' in answer ? answer.text : undefined, expected)
    })
  }
}
