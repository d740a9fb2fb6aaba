/** What the script tells a developer: each sentence once, however many elements it is true of. */

export type Say = {
  warn(sentence: string): void
  fault(sentence: string): void
}

const said = new Set<string>()

export function createSay(brand: string): Say {
  const once = (sentence: string, tell: (line: string) => void) => {
    const line = `[${brand}] ${sentence}`
    if (said.has(line)) return
    said.add(line)
    tell(line)
  }
  return {
    warn: (sentence) => once(sentence, (line) => console.warn(line)),
    fault: (sentence) => once(sentence, (line) => console.error(line)),
  }
}
