/**
 * Given names in normal form that are written nearly like another one, beside those of the list with variants: twins, brothers and
 * sisters bear them, so that neither is a slip of the other.
 */
const names = `
aaron adam adela adele adrian adriana agnes aida aidan aileen aisha alan alana albert alberta aldo alena alexa alexis ali alice
alicia alina aline alisa alison alma alva alvin amadeo amalia amanda amber amelie amina amir amira ana anabel anais andre andrea
andreas andrei angel angela angelo angus anika anita anja anke anne annika ansel anselm anton antonia antonio ara ari aria ariana
arlene armin arne arno arnold arthur arvid asa asta astrid aude august augusta ava axel ayla bart basil bea beate bela bella ben
bente bernd bert berta birgit birte bjorn blanca bo bodo boris brenda brendan brian britta bruno callum camila camilla camille
candice cara carina carl carla carlo carlos carmela carmen carol carola carolin carsten casey celia celina celine chiara chris
christa cindy clara clare clarissa claude claudia claudio clemens clement clive cole colin colleen conny conor cora corina cosima
craig curt cyril dag dagmar dagny dale damian damien damon dan dana dania daniel daniela danielle danilo danny dara daria darian dario
darius darren daryl dave david dawn dean deanna debra delia della denis denise dennis derek diana diane diego dieter dina dino dirk
dominic dominik don donald donna dora doreen dorian doris dorit dorothea duncan dustin dylan earl ebba edda edgar edith edna edwin
eike eileen elena eleni elian eliana elias elin elina elisa elise ella elle ellen ellie elliot elmar elsa elsie elton elvin elvira
emil emile emilia emilio emily emma enrico enzo eric erica erik erika erin ernst erwin esther etta eva evan eve evelyn evi fabian
fabien fabio faith falk fay felice felicia felix fiete filip filippa finn fiona flinn flora florence florian floris frances francis
franco frank franz freda frieda fritz gabriel gabriela gail gale gary gavin gemma gene gerard gerd gerda gerhard gero gianna gina
gino giulia giulio gisela glen glenn gloria goran grace greta gudrun guido gunda gunnar gunter gus hakan hannah hannes hanno hans
harald hari harry harvey hayley hazel heath hedda hedi hedwig heidi heike heiko heiner heinz helen helena helene helga helmut hendrik
henning henri henrik hilda hilde holger holly horst howard hugo ian iben ida ilan ilka ilona ilse ilva imke imogen ina inga inge
ingo ingrid inka ira irena irene iris irma isa isak ivan ivana ivar iven ivo jack jacqueline jake jamal jan jana jane janet janina
janine janis janna janne jari jarno jasmin jasmina jason jasper jay jean jeanne jeff jelena jenna jenny jens jerome jesper jess
jette jil jill jim joan joana joanna jochen joel joerg johanna johan john jolanda jolie jon jona jonas jonte jonna joost jordan
joris jorn josef josefa josh joy joyce judith judy julia julian juliana julie julien juliet julio julius june jure jurgen justin
justina jutta kai kaia kaja kara karen kari karim karin karina karl karla karol karola karsten kasper kate katja katrin kay keith
kelly ken kenan kendra kenny kerry kerstin kevin kian kiana kilian kim kimi kira kirk kirsten kirstin klara klaus klemens knut kolja
konrad kristian kristin kristina kristof kurt kyle kyra lana lara larissa larry lars laura lauren laurence laurin lea leah leander
leif leila lelia len lena leni lenn lenny leo leon leona leonie leonor leroy lewin lia liam lian liana lida lien lilian lilli lilly lily
lin lina linda line linn linnea linus lisa lise lita liv livia liz loren lorena lorenz lorenzo loretta lori lotta lotte lou louis louisa
louise luc luca lucas lucia lucian luciana lucie lucinda lucy luigi luis luisa luise luka lukas luke luna lutz lydia lyn lynn mabel
madeline mads magda magnus maia maik maike maira maja malia malik malin malina malte manfred manuel manuela mara marc marcel marcella
marcia marco marcos marcus mareike maren margit margo margot mari maria marian mariana marianne marie marietta marika marina marino
mario marion marisa marit marita marius mark marko markus marla marlen marlene marlies marlin marlon marta marten martha marti martin
martina marvin mary mathilda mathis mats matteo matti maud maura maureen maurice mauro max maxim maxima may maya mehdi meike melanie
melina melinda melissa mercedes merle meta mette mia micha michel michele mick mika mikael mikkel mila milan milana milena miles mili
milo mina mira miranda mirco miriam mirja mirko mischa mona monica monika morgan morten moritz myra myriam nada nadia nadine nadja
nael nancy naomi nara nariman nat natalia natalie natasha neal neil nell nelly nero nia nick nicola nicolas nicole nike nikita niklas
niko nikola nikolai nils nina nino noah noel noelle noemi nola nora norbert noreen norma norman norris oda odette odile ola olaf ole
olena olga oliver olivia ollie olof oona orla orlando oscar oskar oswald otis otto pamela pascal patricia patrick paul paula paulina
pauline paulo pedro peer peggy per pernille perry peter petra phil philip philippa pia piet pieter pietro polly quentin rachel rafael
rafaela ragna rahel raif raik rainer ralf ramon ramona randi raoul raphael raquel rasmus raul raven ray rebecca regina reiner reinhard
rena renata renate rene renee reto rhea rhys ria ricarda richard rick rico rina rita rob robert roberta robin rocco rod roger roland
rolf roma roman romy ron rona ronald ronja ronny rosa rosalie rosanna rose rosie ross roy ruben rudi rudolf rune runa ruth ryan sabina
sabine sabrina sally salma sam samira samuel sandra sandro sara sarah sascha sasha saskia saul scott sean selena selim selina selma
sergio seth shane shannon sharon shaun shawn sheila shelley sherry sia sibel sibylle sid sidney sienna sigi sigrid silas silke silvan
silvana silvia silvio simon simona simone sina sinan sofia sofie sonia sonja sophia sophie soren stacy stan stefan stefanie steffen
steffi stella stephan sten steve steven stina stine sue suna susan susanna susanne svea sven sylvia tabea tamara tami tammy tania tanja
tanya tara tarek tariq tate ted tessa thea theo theodor theresa therese thies thilo thomas thora thore tia tiago tibor tilda till tillmann
tilo tim timo timon tina tino tjark tobias tom tomas tommy toni tonia tony tora tore torge torsten tracy trina tristan trude trudy
tyler udo ulf ulla ulrich ulrika ulrike una urs ursula ute uwe valentin valentina valeria valerie vanessa vera verena verona veronica
vicky victor victoria viggo vilma vincent viola violet vito vivian vivien volker walter wanda waldo wenda wendy werner wilhelm willa willi
wilma wim wolf wolfgang xaver xavier yael yara yasmin yasmina yolanda yusuf yves yvette yvonne zara zelda zena zeno zita zoe zora`

const listed = new Set(names.trim().split(/\s+/))

/** Whether a word in normal form is one of them. */
export const isGivenName = (word: string): boolean => listed.has(word)
