//! The page, and what stands in for it.

use super::common::TestServer;
use pinsight_server::{Options, Page};

#[test]
fn without_a_page_it_is_said_how_to_get_one() {
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
