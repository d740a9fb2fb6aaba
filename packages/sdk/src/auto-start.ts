/** The script's own start: the only side effects are here. */
import { brand } from './index.ts'

;(window as unknown as Record<string, unknown>)[brand] ??= []
