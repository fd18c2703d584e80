export {
  openMedia,
  type CompanyClue,
  type Media,
  type MediaPage,
  type MediaQuestion,
  type PersonClue,
} from './open-media.ts'
