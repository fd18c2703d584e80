import { usePrice } from './queries.ts'

export interface ContactKinds {
  workEmail: boolean
  personalEmail: boolean
  phone: boolean
}

/** The most for the contact details of one person: some kinds together have a price of their own. Undefined until prices are read. */
export function useContactPrice({ workEmail, personalEmail, phone }: ContactKinds): number | undefined {
  const ofWork = usePrice('workEmailReveal')
  const ofPersonal = usePrice('personalEmailReveal')
  const ofPhone = usePrice('phoneReveal')
  const ofEmails = usePrice('allEmailReveal')
  const ofAll = usePrice('combinedReveal')
  if (workEmail && personalEmail) return phone ? ofAll : ofEmails
  const parts = [
    ...(workEmail ? [ofWork] : []),
    ...(personalEmail ? [ofPersonal] : []),
    ...(phone ? [ofPhone] : []),
  ]
  return parts.reduce<number | undefined>(
    (sum, price) => (sum === undefined || price === undefined ? undefined : sum + price),
    0,
  )
}
