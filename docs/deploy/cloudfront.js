// CloudFront Function (runtime cloudfront-js-2.0) for viewer requests: a folder address gets its index.html, and an
// address without its closing slash is sent to the one with it, because the links of pages are relative.
function handler(event) {
  const request = event.request;
  if (request.uri.endsWith("/")) {
    request.uri += "index.html";
  } else if (!request.uri.split("/").pop().includes(".")) {
    const location = request.uri.replace(/^[/\\]+/, "/") + "/"; // never "//host", which is another host
    return { statusCode: 301, statusDescription: "Moved Permanently", headers: { location: { value: location } } };
  }
  return request;
}
