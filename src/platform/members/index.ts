export {
  openCompanySignIn,
  type CompanyProvider,
  type CompanySignIn,
  type PendingSignIn,
} from './company-sign-in.ts'
export {
  invitationDays as INVITATION_DAYS,
  openMembers,
  type Acting,
  type Invitation,
  type MemberChange,
  type Members,
  type Refusal,
} from './open-members.ts'
export type { Member } from './member-rows.ts'
export {
  codeMinutes as CONSOLE_CODE_MINUTES,
  makeConsoleCode,
  openSessions,
  type Sessions,
  type SignedIn,
  type SignInOrigin,
  type UsableSession,
} from './open-sessions.ts'
export type { Session } from './session-rows.ts'
