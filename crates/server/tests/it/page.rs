//! The built page, and the response without one.

use super::common::TestServer;
use pinsight_server::{Options, Page};

#[test]
fn without_a_built_page_the_response_says_how_to_build_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let page = folder.path().join("dist");
    std::fs::create_dir(&page).expect("a folder");
    let options = Options { page: Page::Folder(page), ..Options::new(folder.path().join("data")) };
    let server = TestServer::with(options);
    let mut client = server.client();
    for address in ["/", "/games/7"] {
        let answer = client.get(address).expect(200);
        assert_eq!(answer.header("content-type"), Some("text/html; charset=utf-8"));
        let text = answer.text();
        for words in ["The page is not built", "<pre>make run</pre>", "npm --prefix web run build"] {
            assert!(text.contains(words), "{address}: {words}");
        }
    }
    // The rest works.
    client.get("/api/about").expect(200);
    client.get("/assets/index.js").expect(404);
}
