/** Frequent given names of India, Japan and Korea in Latin letters that are near to each other's spelling. */
const names: ReadonlySet<string> = new Set(
  (
    'aarav abhay abhijit abhinav abhishek aditi aditya ajay ajit akash akhil akshay alok amar amit amita amrita anand ananya anil anita ' +
    'anjali ankit ankita ankur anshul anu anuj anup anupama anuradha aparna arjun aruna arun arvind asha ashish ashok ashwin atul avinash ' +
    'bharat bhavesh bhavna bina chandan chetan deepa deepak deepika devi dilip dinesh divya gaurav gautam gayatri geeta girish gita ' +
    'gopal govind hardik hari harish harsh harsha hemant hitesh indira ishan ishita jatin jaya jayesh jyoti kailash kamal kamala ' +
    'karan karthik kartik kavita kavya kiran kishore komal krishna kunal lakshmi lalit lata leela madhav madhu mahesh mamta manan ' +
    'mandeep manish manisha manoj maya meena meera megha mihir mohan mohit mukesh mukul naina nalini nandini naresh narendra naveen navin ' +
    'neelam neeraj neha nidhi nikhil nilesh nimesh niraj nirmala nisha nishant nitesh nitin padma pallavi pankaj parth pooja prabhu ' +
    'pradeep prakash pramod pranav prasad prashant pratik praveen preeti prem prerna priti priya priyanka puja puneet rachna radha rahul ' +
    'raj raja rajan rajat rajeev rajendra rajesh rajiv raju rakesh ram rama raman ramesh rani ranjit rashmi ravi ravindra rekha renu ' +
    'rita ritesh ritu rohan rohini rohit roshan roshni ruchi rupa sachin sagar sahil sameer samir sandeep sandhya sangeeta sanjana ' +
    'sanjay sanjeev sanjiv sanket santosh sarika sarita satish saurabh seema shalini shanti sharad shashank shashi sheela shikha shilpa ' +
    'shiv shivani shreya shruti shubham shweta siddharth sita smita sneha sonal sonali sonia sonu srinivas subhash sudha sudhir suman ' +
    'sumit sunil sunita suraj suresh surya sushil sushma swati tanvi tarun tejas uday uma umesh usha varsha varun vasant veena vibha vidya ' +
    'vijay vikas vikram vimal vinay vineet vinod vipin vipul vishal vivek yash yogesh ' +
    'ai aiko akemi akiko akio akira ayaka ayako ayumi chie chieko chika chiyo daiki daisuke eiji eiko emi emiko eri eriko etsuko fumi fumiko ' +
    'fumio goro hana hanako haru haruka haruki haruko haruto hideki hideko hideo hiro hiroki hiroko hiromi hiroshi hisako hitomi hitoshi ' +
    'ichiro isamu izumi jiro jun junichi junko kana kanako kaori kaoru katsumi kazuki kazuko kazuo kazuya keiji keiko keita ken kenichi ' +
    'kenji kenta kiyoshi koichi koji kosuke kumi kumiko kyoko maki makiko makoto mami mamoru mana manabu mari mariko masaaki masahiro ' +
    'masako masao masashi masato mayu mayuko mayumi megumi michiko midori mieko miho mika mikako miki mikiko mina minako minoru misaki ' +
    'mitsuko mitsuo miyu mizuki momoko naoki naoko naomi naoto natsuki natsuko natsumi nobuko nobuo nobuyuki noriko norio osamu reiko ' +
    'rie rieko riko rina rumi ryo ryoko ryota saburo sachiko saki sakura satoko satomi satoru satoshi sayaka sayuri seiji seiko setsuko ' +
    'shigeo shigeru shin shinichi shinji shiori shizuko sho shoji shota shun sumiko susumu tadashi taeko taichi takahiro takako takao ' +
    'takashi takeo takeshi takumi takuya tamiko taro tatsuo tatsuya tetsuo tetsuya tomio tomoko tomomi toru toshiko toshio tsutomu ' +
    'wataru yasuko yasuo yoko yoshie yoshiko yoshio yosuke yui yuichi yuji yuka yukako yukari yuki yukiko yukio yuko yumi yumiko yuriko yusuke yuta yuto ' +
    'bin chan eun gun ha hee ho hoon hwan hyuk hyun il in jae jeong ji jin joo joon jun jung kyung kyu mi min myung nam sang seo seok ' +
    'seon seul seung si soo su suk sung tae won woo wook ye yeon yong yoon young yu yun'
  ).split(' '),
)

/** Whether a word in normal form is a frequent given name of these; words a slip apart are then two names. */
export const isNearGivenName = (word: string): boolean => names.has(word)
