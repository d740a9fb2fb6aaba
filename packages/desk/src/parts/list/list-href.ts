import { href, place } from '../../shell/place.ts'

/** Where the list stands, with another query. */
export const listHref = (query: string): string => href(place.value.path, query)
