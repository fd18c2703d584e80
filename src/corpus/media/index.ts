export {
  openMedia,
  type CompanyClue,
  type Media,
  type MediaKind,
  type MediaPage,
  type MediaQuestion,
  type PersonClue,
} from './open-media.ts'
