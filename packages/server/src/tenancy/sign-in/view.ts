import type { Answered, TicketAnswer } from '@svc/api'
import { utcMicros } from '../../platform/time/dates.ts'
import type { Ticket } from './tickets.ts'

export function ticketView({ ticket, expiresAt }: Ticket): Answered<typeof TicketAnswer> {
  return { ticket, expires_at: utcMicros(expiresAt) }
}
