/** Frequent family names of English, German, French, Dutch and Nordic speakers that are near to each other's spelling. */
const names: ReadonlySet<string> = new Set(
  (
    'adam adams alexander allan allen anders andersen anderson andersson andrews archer armstrong arnold ashley atkins atkinson austin ' +
    'bailey baker baldwin ball banks barker barnes barnett barrett barry barton bates bauer baxter beck becker bell bennett benson berg ' +
    'berger bergman bernard berry bishop black blake bond booth bowen bowers boyd boyle bradley brady brandt brandon bridges briggs ' +
    'brooks brown browne bruce bryan bryant buck burgess burke burns burton bush butler byrne cain campbell cannon carey carlson carr ' +
    'carroll carson carter cartwright case casey cash chambers chandler chapman chase christensen clark clarke clayton cohen cole ' +
    'coleman collier collins conner connor cook cooke cooley cooper copeland cox craig crane crawford cross curry curtis dale dalton ' +
    'daly daniel daniels davidson davies davis dawson day dean decker dennis dixon dodson doherty donovan dorsey douglas doyle drake ' +
    'dudley duffy duke duncan dunn dyer edwards elliott ellis emerson english erickson eriksen eriksson evans everett farmer farrell ' +
    'ferguson fields finch fischer fisher fitzgerald fleming fletcher flynn foley ford forbes foster fowler fox francis frank franklin ' +
    'fraser frazier freeman french friedman frost fry fuller gallagher gardner garner garrett george gibbs gibson gilbert giles gill ' +
    'glover goldberg good goodman goodwin gordon gould grady graham grant graves gray green greene greer griffin griffith grimes gross ' +
    'haas hahn hale hall hamilton hammond hansen hansson hanson hardin harding hardy harmon harper harrell harris harrison hart hartman ' +
    'harvey hawkins hayden hayes haynes heath henry henson herman hess hicks higgins hill hobbs hodge hodges hoffman hogan holland ' +
    'holloway holman holmes holt hood hoover hopkins horn horton houston howard howe howell hubbard hudson huff hughes hull humphrey ' +
    'hunt hunter hurley hurst hutchinson jackson jacobs jacobson james jansen jansson jensen jenkins jennings jensen johansen johansson ' +
    'johns johnson johnston jones jordan joseph joyce kane kaufman keith keller kelley kelly kemp kennedy kent kerr key king kirby kirk ' +
    'klein knight koch koenig krause kramer kruger lamb lambert lane lang lange larsen larson larsson law lawrence lawson leach lee ' +
    'leonard lester levy lewis lindgren lindsay lindsey little livingston lloyd logan long love lowe lucas lynch lynn lyons mack maddox ' +
    'mann manning marks marsh marshall martin mason massey mathews matthews maxwell may mayer maynard mcbride mccall mccarthy mccoy ' +
    'mccormick mcdonald mcgee mcguire mckay mckee mckinney mclean meier melton mercer merritt meyer meyers middleton miles miller mills ' +
    'mitchell moeller moller monroe moody moon moore moran morgan morris morrison morrow morse morton moses moss mueller muller mullen ' +
    'mullins murphy murray myers nash neal nelson newman newton nichols nicholson nielsen nilsen nilsson nixon nolan noble norman norris ' +
    'norton obrien oconnor olsen olson olsson oneal oneill osborn osborne owen owens page palmer park parker parks parrish parsons ' +
    'patrick patterson patton paul payne pearce pearson peck perkins perry persson peters petersen peterson petersson phelps phillips ' +
    'pierce pittman pitts poole pope porter potter powell powers pratt preston price prince pruitt pugh quinn ramsey randall rankin ray ' +
    'raymond reed reese reeves reid reilly reynolds rhodes rice rich richard richards richardson richmond richter riley rivers roach ' +
    'robbins roberts robertson robinson robson rodgers rogers rose ross roth rowe rowland roy rush russell russo ryan sanders sanford ' +
    'saunders sawyer schaefer schafer schmid schmidt schmitt schmitz schneider schroeder schubert schultz schulz schwartz schwarz scott ' +
    'sears sexton shaffer shannon sharp shaw shea shelton shepherd sherman shields short simmons simon simons simpson sims singer singh ' +
    'skinner slater sloan small smith snow snyder sparks spears spencer stafford stanley stark steele stein stephens stephenson stevens ' +
    'stevenson stewart stokes stone stout strong stuart sullivan summers sutton swanson sweeney sweet tanner tate taylor terrell terry ' +
    'thomas thompson thomson thornton todd townsend travis tucker turner tyler tyson underwood vance vaughan vaughn vogel wade wagner ' +
    'walker wall wallace waller walls walsh walter walters walton ward ware warner warren waters watkins watson watts weaver webb weber ' +
    'webster weeks weiss welch wells werner west wheeler whitaker white whitehead wiggins wilcox wilder wiley wilkerson wilkins wilkinson ' +
    'william williams williamson willis wilson winters wise wolf wolfe wong wood woodard woods woodward workman wright wyatt yates york ' +
    'young ziegler zimmerman ' +
    'obrian ocallaghan oconnell odonnell odonoghue odonovan odowd odwyer ofarrell oflaherty oflynn ogrady ohagan ohalloran ohanlon ohara ' +
    'ohare okane okeefe okelly oleary oloughlin omahony omalley omara omeara oneal oregan oreilly oriordan orourke oshea osullivan otoole ' +
    'macdonald macdougall macgregor mackay mackenzie mackinnon maclean macleod macmillan macneil macpherson mcallister mcbain mccabe ' +
    'mccain mccann mccartney mcclain mcclure mcconnell mccormack mccullough mcdermott mcdonnell mcdougall mcdowell mcewan mcfarland ' +
    'mcgill mcgovern mcgowan mcgrath mcgraw mcgregor mcguinness mcintosh mcintyre mckenna mckenzie mckinnon mckinley mclaughlin mcleod ' +
    'mcmahon mcmanus mcmillan mcnally mcnamara mcneil mcneill mcpherson mcqueen mcrae mcsweeney'
  ).split(' '),
)

/** Whether a word in normal form is a frequent family name of these; words a slip apart are then two names. */
export const isNearSurname = (word: string): boolean => names.has(word)
