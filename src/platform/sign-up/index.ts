export {
  codeMinutes as CODE_MINUTES,
  openSignUp,
  type SignedUp,
  type SignUp,
  type SignUpSettings,
} from './open-sign-up.ts'
