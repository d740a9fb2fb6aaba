/** The buyer's answers while they are typed, and their faults. */
import { useState } from 'preact/hooks'
import { isMasked, typedAnew } from '../flow/masked.ts'
import { FIELDS } from '../flow/session.ts'
import {
  checkBuyer,
  draftOf,
  type Faults,
  type FieldName,
  type Typed,
  typedOf,
  whileTyped,
} from './buyer-checks.ts'
import { useWriting, type ViewProps } from './view.ts'

export type Answers = {
  readonly typed: Typed
  readonly change: (name: FieldName, value: string) => void
  readonly faultOf: (name: FieldName) => string | undefined
  /** Sends valid answers; otherwise marks the invalid fields. */
  readonly send: (answers: Typed) => readonly FieldName[]
}

export function useAnswers({ state, actions }: ViewProps): Answers {
  const { texts } = useWriting()
  const { progress, faults: refused } = state
  const typed = state.typed ?? typedOf(state.buyer)
  const [problems, setProblems] = useState<Faults>({})
  /** The server's error on a field disappears once that field is changed. */
  const [changed, setChanged] = useState<readonly FieldName[]>([])
  return {
    typed,
    change(name, value) {
      const before = typed[name] ?? ''
      const text = typedAnew(value, before)
      const isDate = name === 'birthday' && !isMasked(before)
      actions.type({ ...typed, [name]: isDate ? whileTyped(text, before) : text })
      setChanged([...changed, name])
      setProblems({ ...problems, [name]: undefined })
    },
    faultOf(name) {
      const fault = problems[name]
      if (fault !== undefined) return texts.faults[fault]
      if (refused[name] === undefined || changed.includes(name)) return undefined
      return name === 'document_id' ? texts.faults.documentLetter : texts.faults.refused
    },
    send(answers) {
      const today = progress?.now.slice(0, 10) ?? ''
      const faults = checkBuyer(answers, { income: progress?.income_required ?? false, today })
      actions.type(answers)
      setProblems(faults)
      setChanged([])
      const names = FIELDS.filter((name) => faults[name] !== undefined)
      if (names.length === 0) void actions.saveBuyer(draftOf(answers))
      return names
    },
  }
}

/** Placeholder answers, if a tester has given none. */
export function sample(typed: Typed, document: string): Typed {
  const or = (given: string, made: string) => (given.trim() === '' ? made : given)
  return {
    first_name: or(typed.first_name, 'Ada'),
    last_name: or(typed.last_name, 'Prueba'),
    phone: or(typed.phone, '600000000'),
    birthday: or(typed.birthday, '17/05/1990'),
    document_id: document,
    email: typed.email ?? '',
    income: or(typed.income, '2500'),
  }
}
