export { knownColleagues } from './known-colleagues.ts'
export { learnPatterns, type Colleague, type DomainPatterns } from './domain-patterns.ts'
export { guessAddresses, type Candidate, type AddressGuess, type NoPattern } from './guess.ts'
export { type MailboxClass } from './mailbox-class.ts'
