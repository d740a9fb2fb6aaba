/** The cells of a text as RFC 4180 wants it read; throws where it is not written so. */
export function readCsv(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let rest = text
  while (rest !== '') {
    const cell = /^(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/.exec(rest)
    if (cell === null) throw new Error(`no cell begins at ${JSON.stringify(rest.slice(0, 40))}`)
    row.push(cell[1]?.replaceAll('""', '"') ?? cell[2] ?? '')
    if (cell[3] !== ',') {
      rows.push(row)
      row = []
    }
    rest = rest.slice(cell[0].length)
  }
  if (row.length > 0) throw new Error('the last row does not end')
  return rows
}
