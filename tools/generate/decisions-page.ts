import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '../../docs/decisions')

/** Every decision record by its number, with its title. */
export function decisionsPage(): string {
  const records = readdirSync(folder).filter((name) => /^\d{4}-.*\.md$/.test(name))
  const lines = records.sort().map((name) => `- [${titleOf(name)}](${name})`)
  return `# Decisions

Each record: context, decision, consequences, alternatives, and the check that enforces it.

${lines.join('\n')}
`
}

function titleOf(name: string): string {
  const [title = ''] = readFileSync(join(folder, name), 'utf8').split('\n', 1)
  return title.replace(/^# /, '')
}
