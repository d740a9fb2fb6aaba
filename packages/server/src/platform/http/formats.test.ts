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
  'one-line': [
    ['Ana Muñoz', 'Ana Muñoz'],
    ['E2E-1 ', 'E2E-1'],
    ['\u00a0E2E-1', 'E2E-1'],
    ['Mun\u0303oz', 'Muñoz'],
    ['E2E-1\n', undefined],
    ['\u3164\u3164', undefined],
    [' \u2800 ', undefined],
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
  name: [
    ['a name', 'a name'],
    // Without a sign that nobody sees it stays to the letter.
    [' Mun\u0303oz ', ' Mun\u0303oz '],
    ['\u202eeman a\u200b', 'eman a'],
    ['two\nlines\t', 'two lines'],
    ['a\u2028\u2029b\u0000', 'a b'],
    ['  ', undefined],
    ['\u00a0\n', undefined],
    ['\u200b\u2060', undefined],
    ['\u3164', undefined],
  ],
  text: [
    ['two\nlines\t ', 'two\nlines\t '],
    ['paid \u202eback\n', 'paid back'],
    ['a\u2028b\u0007c', 'a b c'],
    ['\u200b', '—'],
    ['\u202e\n', '—'],
    [' ', '—'],
  ],
  lines: [
    ['ok', 'ok'],
    [' two\nlines\t ', 'two\nlines'],
    [' \n', undefined],
    ['\u3164', undefined],
    ['\u200b', undefined],
    ['paid \u202eback', undefined],
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
    ['Ana \u2764\ufe0f', 'Ana \u2764\ufe0f'],
    // Letters, marks and symbols that nobody sees.
    ...[0x34f, 0x115f, 0x2800, 0x3164, 0xffa0].map(
      (code) => [String.fromCodePoint(code).repeat(5), undefined] as const,
    ),
    ['four\u3164', undefined],
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
