/** Messages for developers: each one once, however many elements it applies to. */

export type Say = {
  readonly warn: (sentence: string) => void
  readonly fault: (sentence: string) => void
}

const said = new Set<string>()

export function createSay(brand: string): Say {
  const sayAs = (level: 'warn' | 'error') => (sentence: string) => {
    const line = `[${brand}] ${sentence}`
    if (!said.has(line)) console[level](line)
    said.add(line)
  }
  return { warn: sayAs('warn'), fault: sayAs('error') }
}
