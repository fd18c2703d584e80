export {
  codeMinutes as CODE_MINUTES,
  openSignUp,
  type Entered,
  type EntryRefusal,
  type Proof,
  type SignedUp,
  type SignUp,
  type SignUpSettings,
} from './open-sign-up.ts'
