import type { Service } from './service.ts'

export type DeskSite = Pick<Service, 'baseUrl' | 'deskUrl'>

/** The URL of the desk, without a slash at the end. */
export const deskUrlOf = ({ baseUrl, deskUrl }: DeskSite): string => (deskUrl ?? baseUrl)()
