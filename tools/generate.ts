/**
 * `npm run generate` writes every generated file; `npm run generate -- --check` fails if one is
 * stale.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { dashboardText } from './generate/dashboard.ts'
import { decisionsPage } from './generate/decisions-page.ts'
import { errorPage } from './generate/error-page.ts'
import { eventsPage } from './generate/events-page.ts'
import { metricsPage } from './generate/metrics-page.ts'
import { openApiText } from './generate/openapi.ts'
import { orderStatesPage } from './generate/order-states-page.ts'
import { proofPage } from './generate/proof-page.ts'
import { routesPage } from './generate/routes-page.ts'
import { sandboxCardsPage } from './generate/sandbox-cards-page.ts'
import { schemaPage } from './generate/schema-page.ts'
import { settingsPage } from './generate/settings-page.ts'
import { tablesModule } from './generate/tables.ts'
import { answerHelp } from './options.ts'

const root = join(import.meta.dirname, '..')

const pages: Readonly<Record<string, () => string>> = {
  'deploy/grafana/svc.json': dashboardText,
  'docs/decisions/README.md': decisionsPage,
  'docs/reference/errors.md': errorPage,
  'docs/reference/events.md': eventsPage,
  'docs/reference/metrics.md': metricsPage,
  'docs/reference/openapi.json': openApiText,
  'docs/reference/order-states.md': orderStatesPage,
  'docs/proof.md': proofPage,
  'docs/reference/routes.md': routesPage,
  'docs/reference/sandbox-cards.md': sandboxCardsPage,
  'docs/reference/schema.md': schemaPage,
  'docs/reference/settings.md': settingsPage,
  'packages/server/src/platform/database/tables.ts': tablesModule,
}

const HELP = `npm run generate [-- --check]: writes every generated file anew.

  --check  writes nothing and fails when one is stale
`
answerHelp(HELP)
const check = process.argv.includes('--check')
const stale: string[] = []
for (const [path, make] of Object.entries(pages)) {
  const file = join(root, path)
  const text = make()
  if (check) {
    if (read(file) !== text) stale.push(path)
    continue
  }
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
  process.stderr.write(`wrote ${path}\n`)
}
for (const path of stale) process.stderr.write(`${path} is stale: run npm run generate\n`)
process.exitCode = stale.length > 0 ? 1 : 0

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
