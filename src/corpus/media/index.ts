export {
  openMedia,
  type CompanyClue,
  type MediaReader,
  type MediaKind,
  type MediaPage,
  type MediaQuestion,
  type PersonClue,
} from './open-media.ts'
