export { listLinks } from './account-links.ts'
export { openGithub, type GithubApi, type GithubSettings, type GithubUser } from './github-api.ts'
export {
  amongAlike,
  judgeCompany,
  judgePerson,
  type AskedCompany,
  type AskedPerson,
  type Judged,
} from './match.ts'
