//! Refuses requests that pages of other sites send through the user's browser.
//!
//! Such a page may send requests directly (cross-site request, detected by `Origin`) or point its own host name at this
//! address (DNS rebinding, detected by `Host`).

use std::net::IpAddr;

use axum::extract::{Request, State};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::error::ApiError;

/// The addresses that the server answers to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reach {
    /// This machine only.
    Loopback,
    /// The network, by IP address.
    Network,
}

/// The content security policy: only resources of this server, nothing inline.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
                      font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; \
                      frame-ancestors 'none'";

const HEADERS: [(HeaderName, &str); 5] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
];

/// Checks `Host` and `Origin` of a request, and adds the security headers to the response.
pub(crate) async fn guard(State(reach): State<Reach>, request: Request, next: Next) -> Response {
    let mut response = match admit(reach, &request) {
        Ok(()) => next.run(request).await,
        Err(error) => error.into_response(),
    };
    for (name, value) in HEADERS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

fn admit(reach: Reach, request: &Request) -> Result<(), ApiError> {
    let headers = request.headers();
    let host = host(request)?;
    if !is_ours(reach, &host) {
        return Err(ApiError::foreign_host(format!(
            "this server does not answer to the name `{}`: use localhost or the address in numbers",
            host.host()
        )));
    }
    if let Some(origin) = headers.get(header::ORIGIN)
        && !is_same_origin(origin, &host)
    {
        let origin = String::from_utf8_lossy(origin.as_bytes()).into_owned();
        return Err(ApiError::foreign_origin(format!("pages of `{origin}` may not use this server")));
    }
    // Some requests have no `Origin`, but `Sec-Fetch-Site`. A link to the page itself is allowed.
    let cross_site =
        is(headers, "sec-fetch-site", "cross-site") || is(headers, "sec-fetch-site", "same-site");
    if cross_site && request.uri().path().starts_with("/api") {
        return Err(ApiError::foreign_origin("pages of other sites may not use this server"));
    }
    Ok(())
}

fn is(headers: &HeaderMap, name: &str, value: &str) -> bool {
    headers.get(name).is_some_and(|found| found == value)
}

/// Returns the host that a request addresses.
fn host(request: &Request) -> Result<Authority, ApiError> {
    let missing = || ApiError::foreign_host("the request does not say which host it is for");
    if let Some(authority) = request.uri().authority() {
        return Ok(authority.clone());
    }
    let mut hosts = request.headers().get_all(header::HOST).iter();
    let (Some(host), None) = (hosts.next(), hosts.next()) else {
        return Err(missing());
    };
    Authority::try_from(host.as_bytes()).map_err(|_| missing())
}

/// Whether a host cannot be the target of DNS rebinding: `localhost` or an IP address.
fn is_ours(reach: Reach, host: &Authority) -> bool {
    let name = host.host();
    if name.eq_ignore_ascii_case("localhost") {
        return true;
    }
    let number = name.strip_prefix('[').and_then(|name| name.strip_suffix(']')).unwrap_or(name);
    match (number.parse::<IpAddr>(), reach) {
        (Ok(address), Reach::Loopback) => address.is_loopback(),
        (Ok(_), Reach::Network) => true,
        (Err(_), _) => false,
    }
}

/// Whether an origin is the server itself.
fn is_same_origin(origin: &HeaderValue, host: &Authority) -> bool {
    let parts = origin.to_str().ok().and_then(|origin| origin.split_once("://"));
    parts.is_some_and(|(scheme, authority)| {
        matches!(scheme, "http" | "https") && authority.eq_ignore_ascii_case(host.as_str())
    })
}
