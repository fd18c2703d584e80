import { expect, test } from 'vitest'
import { boardUrl, readBoard } from './board-address.ts'

test.each([
  ['https://boards.greenhouse.io/acme/jobs/123', 'https://job-boards.greenhouse.io/acme'],
  ['https://job-boards.eu.greenhouse.io/acme', 'https://job-boards.greenhouse.io/acme'],
  ['https://boards.greenhouse.io/embed/job_board/js?for=acme', 'https://job-boards.greenhouse.io/acme'],
  ['https://boards-api.greenhouse.io/v1/boards/acme/jobs', 'https://job-boards.greenhouse.io/acme'],
  ['https://jobs.lever.co/acme/2f1a', 'https://jobs.lever.co/acme'],
  ['https://jobs.eu.lever.co/acme', 'https://jobs.eu.lever.co/acme'],
  ['https://jobs.ashbyhq.com/Acme%20Labs/7458', 'https://jobs.ashbyhq.com/Acme%20Labs'],
  ['https://jobs.smartrecruiters.com/Acme1/7440-engineer', 'https://careers.smartrecruiters.com/Acme1'],
  ['https://acme.recruitee.com/o/engineer', 'https://acme.recruitee.com/'],
  ['https://apply.workable.com/acme/', 'https://apply.workable.com/acme/'],
  ['https://acme.workable.com/jobs/1', 'https://apply.workable.com/acme/'],
  ['https://acme.jobs.personio.com/job/1?language=en', 'https://acme.jobs.personio.com/'],
  ['https://acme.na.teamtailor.com/jobs/1-engineer', 'https://acme.na.teamtailor.com/jobs'],
])('every page of a board leads to its one address: %s', (page, board) => {
  const read = readBoard(page)
  expect(read && boardUrl(read)).toBe(board)
  expect(readBoard(board)).toEqual(read)
})

test.each([
  ['a page of the system about itself', 'https://www.workable.com/pricing'],
  ['one opening without its board', 'https://apply.workable.com/j/5A1B'],
  ['the front page of a system', 'https://jobs.lever.co/'],
  ['another host whose name ends like one', 'https://evil-greenhouse.io/acme'],
  ['a host below the one of the boards', 'https://a.b.jobs.lever.co/acme'],
  ['a name that would leave its place in an address', 'https://jobs.ashbyhq.com/..%2F..%2Fadmin'],
  ['no address', 'greenhouse'],
])('%s is no board', (_what, url) => {
  expect(readBoard(url)).toBeUndefined()
})
