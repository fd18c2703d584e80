import { emailRejection } from '../../lib/email-rejection.ts'

/**
 * What a mailbox of a known person says of how addresses are made. `person`: something may be learned. `role`: of a
 * function (`info`, `press`), says nothing of persons. `numbered`: of a district, an office or a staff number: this
 * organization names mailboxes without the name.
 */
export type MailboxClass = 'person' | 'role' | 'numbered'

/** Offices that are counted: `district7`, `ward-12`, `hd45`, `sen.03`, `room201`. */
const countedOffice =
  /^(?:the)?(?:district|dist|ward|seat|zone|division|riding|region|area|precinct|county|hd|sd|ld|ad|cd|house|senate|assembly|rep|representative|sen|senator|delegate|del|member|assemblymember|council|councill?or|cllr|council(?:wo)?man|commissioner|mayor|office|desk|room|unit|team|branch|store|shop|site|agent|user|staff|emp|employee|ext|box|mail|post)[._-]?\d+[a-z]?$/

/** Few letters and a number: `x123456`, `h0412`, `7b`. */
const coded = /^[a-z]{0,3}[._-]?\d{2,}[a-z]{0,2}$|^\d+[._-]?[a-z]{1,3}$/

/** Classifies an address in normal form (`lib/email.ts`). */
export function mailboxClass(address: string): MailboxClass {
  const local = address.slice(0, address.lastIndexOf('@'))
  if (countedOffice.test(local) || coded.test(local)) return 'numbered'
  switch (emailRejection(address)) {
    case 'role_based_mailbox':
      return 'role'
    case 'digits_only_username':
      return 'numbered'
    default:
      return 'person'
  }
}
