/**
 * The described refusals of routes that no test has met. The tests record each refusal; one that
 * cannot be met should not be described.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { routes } from './generate/openapi.ts'

/** One line per route and code: `GET /orders/:orderId order_not_found`. */
export function missingCodes(folder: string): string[] {
  const met = new Set(
    readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .flatMap(({ name }) => readFileSync(join(folder, name), 'utf8').split('\n')),
  )
  return routes
    .filter(({ aliasOf }) => aliasOf === undefined)
    .flatMap(({ method, path, doc }) =>
      (doc.errors ?? []).map((code) => `${method} ${path} ${code}`),
    )
    .filter((line) => !met.has(line))
}
